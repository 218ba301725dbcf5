import { expect, it } from 'vitest';

import type { PageText } from '../../api/types';
import { blocksOf, markedParts } from './page-blocks';

const TEXT = 'שכר 👋\nעיר\tשכר\nחיפה\t9,000';

function aPage(fields: Partial<PageText> = {}): PageText {
  const line = (start: number, end: number, role: 'body' | 'heading' | 'row') => ({
    start, end, role, level: role === 'heading' ? 1 : 0, box: null,
  });
  const cell = (start: number, end: number, column: number) => ({ start, end, column, columns: 1, rows: 1 });
  return {
    number: 1,
    label: null,
    text: TEXT,
    width_points: 595,
    height_points: 842,
    source: 'text_layer',
    trust_fraction: 1,
    note: null,
    lines: [line(0, 5, 'heading'), line(6, 13, 'row'), line(14, 24, 'row')],
    tables: [{ head_rows: 1, rows: [[cell(6, 9, 0), cell(10, 13, 1)], [cell(14, 18, 0), cell(19, 24, 1)]] }],
    ...fields,
  };
}

it('shows a table once, with its cells, and the lines around it', () => {
  const [heading, table, ...rest] = blocksOf(aPage());
  expect(heading).toMatchObject({ kind: 'line', role: 'heading', text: 'שכר 👋' });
  expect(table).toMatchObject({ kind: 'table', headRows: 1 });
  expect(table?.kind === 'table' && table.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['עיר', 'שכר'],
    ['חיפה', '9,000'],
  ]);
  expect(rest).toEqual([]);
});

it('marks what was found, also where it runs on in the next line', () => {
  const stretch = { start: 10, end: 20, text: '0123456789' };
  const places = [{ start: 5, end: 12 }, { start: 14, end: 16 }, { start: 18, end: 30 }];
  expect(markedParts(stretch, places)).toEqual([
    { text: '01', found: 0 },
    { text: '23', found: null },
    { text: '45', found: 1 },
    { text: '67', found: null },
    { text: '89', found: 2 },
  ]);
  expect(markedParts(stretch, [])).toEqual([{ text: '0123456789', found: null }]);
});
