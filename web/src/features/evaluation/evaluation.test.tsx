import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';

import { aComparison, anEvaluationRun } from '../../app/test-evaluation';
import { renderPart } from '../../app/test-page';
import type { RoomQuestion } from '../../api/types';
import { Differences } from './comparison';
import { QuestionSet } from './question-set';
import { FiguresTable } from './run-figures';
import { RunStarter } from './run-starter';

const QUESTIONS: RoomQuestion[] = [
  {
    id: 'q1',
    text: 'כמה ימי חופשה?',
    language: 'he',
    answerable: true,
    right: [{ document_id: 'd1', document_name: 'נוהל.pdf', pages: [3, 4] }],
    source: 'file',
    answer_id: null,
    created_at: '2026-11-30T10:00:00Z',
  },
  {
    id: 'q2',
    text: 'When is the pool open?',
    language: 'en',
    answerable: false,
    right: [],
    source: 'file',
    answer_id: null,
    created_at: '2026-11-30T10:00:00Z',
  },
];

it('shows the figures by language, and refusals as counts', () => {
  renderPart(<FiguresTable run={anEvaluationRun()} />, 'en');
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells('All questions')).toEqual(['8', '85.0', '85.0', '100.0', '85.0', '85.0', '2/3', '1/8']);
  expect(cells('Hebrew')[1]).toBe('90.0');
});

it('says of a difference whether it may be chance, and which question fell', () => {
  renderPart(<Differences compared={aComparison()} />, 'en');
  const row = screen.getByRole('row', { name: /R@1/ });
  expect(row).toHaveTextContent('90.080.0−10.0−15.0 … −5.0a real difference');
  expect(screen.getByText(/worse: the right page moved/)).toBeInTheDocument();
  expect(screen.getByText(/0 questions got better|No question got better/)).toBeInTheDocument();
  expect(screen.getByText('e5').closest('li')).toHaveTextContent('embedder: e5 → e6');
});

it('counts in Hebrew the questions that the room does not answer', () => {
  renderPart(<QuestionSet roomId="r1" canChange questions={QUESTIONS} />);
  expect(screen.getByText('שתי שאלות, לאחת מהן אין תשובה בחדר')).toBeInTheDocument();
});

it('sends a file of questions as it is, by its name', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({ new: 1, replaced: 0 })));
  const { container } = renderPart(<QuestionSet roomId="r1" canChange questions={[]} />, 'en');
  const line = '{"question": "כמה?", "document": "נוהל.pdf", "pages": [3]}';
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File([line], 'שאלות.jsonl'));
  expect(await screen.findByText('1 new; 0 replaced.')).toBeInTheDocument();
  const request = fetched.mock.calls[0]?.[0] as Request;
  expect(await request.json()).toEqual({ jsonl: line, name: 'שאלות.jsonl' });
});

it('shows why a run broke off', async () => {
  const problem = { type: 'about:blank', title: 'x', status: 409, detail: 'x', code: 'store.busy', retryable: true };
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(`event: error\ndata: ${JSON.stringify(problem)}\n\n`)),
  );
  renderPart(<RunStarter roomId="r1" canStart />);
  await userEvent.click(screen.getByRole('button', { name: 'הרצת הערכה' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('השרת עמוס');
});

it('has nothing to run without questions', () => {
  renderPart(<RunStarter roomId="r1" canStart={false} />);
  expect(screen.getByRole('button', { name: 'הרצת הערכה' })).toBeDisabled();
});

it.each(['he', 'en'] as const)('has nothing that axe finds wrong in %s', async (locale) => {
  const { container } = renderPart(
    <>
      <QuestionSet roomId="r1" canChange questions={QUESTIONS} />
      <FiguresTable run={anEvaluationRun()} />
      <Differences compared={aComparison()} />
    </>,
    locale,
  );
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
