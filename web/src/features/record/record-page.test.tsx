import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Replay } from '../../api/types';
import { renderPart } from '../../app/test-page';
import { aRecord, someVectors } from '../../app/test-record';
import { RecordView } from './record-page';

const FIGURES = { documents: 2, pages: 14, chunks: 27, dimensions: 384, tokens: 12_516 };
const REPLAY: Replay = {
  answer_id: 'ans1',
  at: '2026-12-01T10:00:00Z',
  settings_of: 'today',
  differs: true,
  versions: [{ name: 'kesher', then: '0.1.0', now: '0.2.0' }],
  settings: [],
  searches: [
    {
      label: 'question',
      search_text: 'כמה ימי חופשה?',
      vector_cosine: 1,
      figures_then: FIGURES,
      figures_now: FIGURES,
      hits: [
        {
          document_id: 'd1',
          fate: 'moved',
          standing: 'standing',
          then: { chunk_id: 'c1', rank: 1, neighbour_of: null, marks: {} },
          now: { chunk_id: 'c1', rank: 3, neighbour_of: null, marks: {} },
        },
        {
          document_id: 'added since',
          fate: 'in',
          standing: 'standing',
          then: null,
          now: { chunk_id: 'chk_new', rank: 1, neighbour_of: null, marks: {} },
        },
      ],
      seconds: {},
    },
  ],
  prompt: { tokens_then: 3_129, tokens_now: 3_000, parts: [] },
  answer: null,
};

const sent: Request[] = [];

function respond(request: RequestInfo | URL): Promise<Response> {
  if (!(request instanceof Request)) return Promise.resolve(Response.json([]));
  sent.push(request);
  if (request.url.endsWith('/replay')) return Promise.resolve(Response.json(REPLAY));
  return Promise.resolve(Response.json(request.url.endsWith('/vectors') ? [someVectors()] : []));
}

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
});

it('shows each chunk with its place in every ranking and what fusion did to it', () => {
  renderPart(<RecordView record={aRecord()} />, 'en');
  const row = screen.getByRole('row', { name: /נוהל\.pdf/ });
  const cells = within(row).getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells).toEqual(['1', '40.250', '20.50', '–', '11.0000', '↑1', '–', 'yes']);
  // A minus stands before its number in a page that reads from the right, too.
  expect(within(row).getByText('1.0000')).toHaveClass('numbers');
  expect(within(row).getByLabelText('up by 1 place')).toBeInTheDocument();
  const other = screen.getByRole('row', { name: /Payroll\.docx/ });
  expect(within(other).getByLabelText('down by 1 place')).toBeInTheDocument();
});

it('says in Hebrew what was sent against what the room holds, and what it cost', () => {
  renderPart(<RecordView record={aRecord()} />);
  expect(screen.getByText(/נשלחו 3,129 טוקנים; בחדר 12,516 \(25\.0% מן החדר\)/)).toBeInTheDocument();
  expect(screen.getByText(/מחיר התשובה/)).toHaveTextContent('$0.0021');
  expect(screen.getByText('900.0 אלפיות')).toBeInTheDocument();
});

it('draws the question among the passages, and the way of each through the rankings', async () => {
  renderPart(<RecordView record={aRecord()} />);
  expect(await screen.findByRole('img', { name: /וקטור השאלה בין הווקטורים של שני קטעים/ })).toBeVisible();
  expect(screen.getByText(/43% מן השונות/)).toBeVisible();
  expect(screen.getAllByRole('img', { name: /קו לכל אחד מ-3 המספרים/ })).toHaveLength(3);
  expect(screen.getByText(/לקטע אחד כבר אין וקטור/)).toBeVisible();
  expect(screen.getByRole('img', { name: /המקומות של שני קטעים/ })).toBeVisible();
});

it.each([
  ['question', 'חיפוש'],
  ['aspect 2, round 1', 'חיפוש לשאלת משנה 2, סבב 1'],
  ['רענון', 'חיפוש: \u2068רענון\u2069'],
])('names a search in the page’s language: %s', (label, said) => {
  const retrievals = aRecord().retrievals.map((search) => ({ ...search, label }));
  renderPart(<RecordView record={aRecord({ retrievals })} />);
  expect(screen.getByRole('heading', { name: said })).toBeInTheDocument();
});

it('tells what would differ today, in words, without paying a model', async () => {
  renderPart(<RecordView record={aRecord()} />, 'en');
  await userEvent.click(screen.getByRole('button', { name: 'Would it differ today?' }));
  const told = await screen.findByText('Yes, something would differ today.');
  const difference = told.parentElement as HTMLElement;
  expect(difference).toHaveTextContent(/נוהל\.pdf · moved from .?1.? to .?3/);
  expect(difference).toHaveTextContent('a passage that was not ranked then · ');
  expect(difference).not.toHaveTextContent('chk_new');
  expect(difference).toHaveTextContent('kesher: 0.1.0 → 0.2.0');
  expect(difference).toHaveTextContent('so that no model is paid');
});

it('pays a model only after it was said what that took, with the settings that were chosen', async () => {
  renderPart(<RecordView record={aRecord()} />, 'en');
  await userEvent.click(screen.getByText('Settings of then'));
  await userEvent.click(screen.getByRole('button', { name: 'Write the answer again' }));
  expect(await screen.findByText(/Last time it took 3,260 tokens/)).toBeVisible();
  expect(screen.getByText(/Its price then: .*\$0\.0021/)).toBeVisible();
  expect(sent.some(({ url }) => url.endsWith('/replay'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Ask the model' }));
  const asked = await vi.waitFor(() => {
    const found = sent.find(({ url }) => url.endsWith('/replay'));
    expect(found).toBeDefined();
    return found;
  });
  expect(await asked?.json()).toEqual({ settings: 'then', answer: true });
});

it('offers whoever came by a link nothing that is the room’s own to do', () => {
  renderPart(<RecordView record={aRecord({ shared: true })} />, 'en');
  expect(screen.getByText(/opened by a link/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Make a link' })).not.toBeInTheDocument();
});

it('offers both forms of export', () => {
  renderPart(<RecordView record={aRecord()} />, 'en');
  expect(screen.getByRole('link', { name: 'Export Markdown' })).toHaveAttribute(
    'href',
    '/api/answers/ans1/record/export?form=markdown',
  );
});

it.each(['he', 'en'] as const)('has nothing that axe finds wrong in %s', async (locale) => {
  const { container } = renderPart(<RecordView record={aRecord()} />, locale);
  await screen.findAllByRole('img', { name: /3/ });
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
