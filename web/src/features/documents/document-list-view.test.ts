import { expect, it } from 'vitest';

import { aDocument } from '../../app/test-page';
import { filterCounts, shownDocuments, WHOLE_LIST } from './document-list-view';

const documents = [
  aDocument({ id: '1', name: 'נוהל חופשות.pdf', created_at: '2026-01-01T00:00:00Z', pages_total: 3 }),
  aDocument({ id: '2', name: 'Отпуск 10.docx', created_at: '2026-01-02T00:00:00Z', state: 'failed' }),
  aDocument({ id: '3', name: 'Отпуск 9.docx', created_at: '2026-01-03T00:00:00Z', state: 'reading' }),
  aDocument({ id: '4', name: 'שָׂכָר.pdf', created_at: '2026-01-04T00:00:00Z', pages_ocr: 2, pages_total: 9 }),
];
const ids = (view: Partial<typeof WHOLE_LIST>) =>
  shownDocuments(documents, { ...WHOLE_LIST, ...view }, 'he').map(({ id }) => id);

it('lists the newest first unless another order is wished', () => {
  expect(ids({})).toEqual(['4', '3', '2', '1']);
  expect(ids({ sort: 'oldest' })).toEqual(['1', '2', '3', '4']);
  expect(ids({ sort: 'pages' })[0]).toBe('4');
});

it('counts within names as people do', () => {
  expect(ids({ sort: 'name', query: 'отпуск' })).toEqual(['3', '2']);
});

it.each([
  ['חופשות נוהל', ['1']],
  ['שכר', ['4']],
  ['PDF', ['4', '1']],
  ['אין כזה', []],
])('finds %s by the words of names, in any order and without points', (query, found) => {
  expect(ids({ query })).toEqual(found);
});

it('tells what is under way from what needs somebody', () => {
  expect(ids({ filter: 'working' })).toEqual(['3']);
  expect(ids({ filter: 'attention' })).toEqual(['2']);
  expect(filterCounts(documents)).toEqual({ all: 4, working: 1, attention: 1, scanned: 1 });
});
