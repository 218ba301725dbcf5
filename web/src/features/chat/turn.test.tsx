import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';

import { aCitation, aHit, anAnswer, renderPart } from '../../app/test-page';
import type { Locale } from '../../i18n/locale';
import { viewOfAnswer } from './answer-view';
import { Turn } from './turn';

function renderTurn(answer = anAnswer(), locale: Locale = 'he') {
  const onOpen = vi.fn();
  const onAskAgain = vi.fn();
  const onBranch = vi.fn();
  const onJudge = vi.fn();
  const rendered = renderPart(
    <Turn
      view={viewOfAnswer(answer)}
      isBusy={false}
      onOpen={onOpen}
      onAskAgain={onAskAgain}
      onBranch={onBranch}
      onJudge={onJudge}
    />,
    locale,
  );
  return { onOpen, onAskAgain, onBranch, onJudge, container: rendered.container };
}

const CITED = anAnswer({
  citations: [aCitation({ position: 13 })],
  hits: [aHit(), aHit({ chunk_id: 'c2', document_name: 'Payroll.docx', page_numbers: [7, 8] })],
  sent: ['c1', 'c2'],
});

const FAILED = anAnswer({
  kind: 'extractive',
  model: null,
  error_code: 'model.timeout',
  error: '`m` was silent for 60 seconds.',
});

it('says what was sent against what the room holds', () => {
  renderTurn(CITED);
  expect(screen.getByText(/נשלחו 3,210 טוקנים; בחדר 61,000/)).toBeInTheDocument();
});

it.each([
  ['he', /דבר לא נשלח; פרומפט היה כולל 3,210 טוקנים, ובחדר 61,000/],
  ['en', /Nothing was sent; a prompt would take 3,210 tokens, and the room holds 61,000/],
] as const)('does not say in %s that anything was sent where no model is set', (locale, said) => {
  renderTurn(anAnswer({ kind: 'extractive', model: null }), locale);
  expect(screen.getByText(said)).toBeInTheDocument();
});

it('does not say of quotations in a failed model’s place that nothing was sent', () => {
  renderTurn(FAILED, 'en');
  expect(screen.getByText(/Tried to send 3,210 tokens; the room holds 61,000/)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('did not answer in time');
  expect(screen.getByText(/Instead of the model’s answer/)).toBeInTheDocument();
  expect(screen.queryByText(/No model wrote this/)).not.toBeInTheDocument();
});

it('warns of a whole answer that cites nothing, and does not call it failed', () => {
  renderTurn(anAnswer({ error_code: 'answer.uncited', error: 'It cited no passage.' }), 'en');
  expect(screen.getByRole('status')).toHaveTextContent('The model cited nothing');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeEnabled();
});

it('names a nearest passage by its document and page, and describes it by its words', () => {
  renderTurn(anAnswer({ kind: 'not_found', text: 'None.', hits: [aHit()] }), 'en');
  const card = screen.getByRole('button', { name: /נוהל/ });
  expect(card).toHaveAccessibleName(/^נוהל\.pdf ?page .?3.? ?meaning 0\.90$/);
  expect(card).toHaveAccessibleDescription(/עובד במשרה מלאה/);
});

it('has nothing to open at the card of a deleted document', () => {
  renderTurn({ ...CITED, citations: [aCitation({ deleted: true })] }, 'en');
  const card = screen.getByRole('button', { name: /נוהל\.pdf ?page/ });
  expect(card).toBeDisabled();
  expect(card).toHaveTextContent('deleted');
});

it('says of a source that was only read, too, that its document is gone', () => {
  const lost = aHit({ chunk_id: 'c2', document_id: 'gone', document_name: 'סריקה.pdf', text: '' });
  renderTurn({ ...CITED, hits: [aHit(), lost] });
  const card = screen.getByRole('button', { name: /סריקה\.pdf/ });
  expect(card).toBeDisabled();
  expect(card).toHaveTextContent('נמחק');
});

it('tells the sources that are cited from those that were also read', () => {
  renderTurn(CITED, 'en');
  const cited = screen.getByRole('heading', { name: 'Cited' }).parentElement;
  const alsoRead = screen.getByRole('heading', { name: 'Also read' }).parentElement;
  expect(cited && within(cited).getByRole('button')).toHaveTextContent('1נוהל.pdf');
  expect(alsoRead && within(alsoRead).getByRole('button')).toHaveTextContent('Payroll.docx');
});

it.each([
  ['he', 'אותן מילים גם בשני קטעים נוספים'],
  ['en', 'the same words in 2 more passages'],
] as const)('says in %s that a source stands for others with the very same words', (locale, said) => {
  renderTurn({ ...CITED, hits: [aHit({ copies: ['c7', 'c8'] })] }, locale);
  expect(screen.getByText(said)).toBeInTheDocument();
});

it('opens a source that was also read at its own pages', async () => {
  const { onOpen } = renderTurn(CITED, 'en');
  await userEvent.click(screen.getByRole('button', { name: /Payroll/ }));
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject([{ chunkId: 'c2', pageNumbers: [7, 8] }]);
});

it('says plainly that an extractive answer is quotations, and keeps their numbers', () => {
  renderTurn(anAnswer({ kind: 'extractive', text: '1. עובד זכאי.' }));
  expect(screen.getByText(/לא נכתבה בידי מודל/)).toBeInTheDocument();
  expect(screen.getByText('1. עובד זכאי.').closest('blockquote')).not.toBeNull();
});

it('shows the nearest passages, with their words, where there is no answer', () => {
  renderTurn(anAnswer({ kind: 'not_found', text: 'אין תשובה במסמכים.', hits: [aHit()] }));
  expect(screen.getByText('אין תשובה במסמכים.')).toBeInTheDocument();
  expect(screen.getByRole('button', { description: /עובד במשרה מלאה/ })).toBeInTheDocument();
});

it('offers another try after an error', async () => {
  const { onAskAgain } = renderTurn(
    anAnswer({ text: '', error_code: 'model.timeout', error: '`m` was silent for 60 seconds.' }),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('המודל לא ענה בזמן');
  await userEvent.click(screen.getByRole('button', { name: 'לנסות שוב' }));
  expect(onAskAgain).toHaveBeenCalledOnce();
});

it('asks a question otherwise by Enter, and lets it be by Escape', async () => {
  const { onBranch } = renderTurn(CITED);
  await userEvent.click(screen.getByRole('button', { name: 'לשאול אחרת' }));
  const box = screen.getByRole('textbox', { name: 'ניסוח אחר לשאלה' });
  await userEvent.type(box, '{Escape}');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(CITED.question);
  await userEvent.click(screen.getByRole('button', { name: 'לשאול אחרת' }));
  await userEvent.type(screen.getByRole('textbox'), ' ובשנה השנייה?{Enter}');
  expect(onBranch.mock.calls[0]?.[1]).toBe(`${CITED.question} ובשנה השנייה?`);
});

it('keeps a verdict at once, and a reason for it after', async () => {
  const { onJudge } = renderTurn(CITED);
  await userEvent.click(screen.getByRole('button', { name: 'תשובה לא טובה' }));
  expect(onJudge).toHaveBeenLastCalledWith(CITED.id, { verdict: 'bad', reason: '' });
  await userEvent.type(await screen.findByLabelText(/מה היה חסר/), 'חסרה השנה השנייה');
  await userEvent.click(screen.getByRole('button', { name: 'שמירה' }));
  expect(onJudge).toHaveBeenLastCalledWith(CITED.id, { verdict: 'bad', reason: 'חסרה השנה השנייה' });
});

it('folds away what the model thought, and says what is read now', () => {
  const live = { ...viewOfAnswer(CITED), isRunning: true, answerId: null, text: '' };
  const part = (fields: object) => (
    <Turn view={{ ...live, ...fields }} isBusy onOpen={vi.fn()} onAskAgain={vi.fn()} />
  );
  renderPart(part({ stage: 'reading' }));
  expect(screen.getByText('קורא שני קטעים')).toBeInTheDocument();
  renderPart(part({ stage: 'thinking', thinking: 'The passages say 22.' }));
  expect(screen.getByText('המודל חושב').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText('The passages say 22.')).toHaveAttribute('dir', 'ltr');
  renderPart(part({ isLost: true }));
  expect(screen.getByRole('status')).toHaveTextContent('החיבור נותק');
});

it.each(['he', 'en'] as const)('has nothing that axe finds wrong in %s', async (locale) => {
  const { container } = renderTurn(CITED, locale);
  // Colours need a real browser; the acceptance tests look at them there.
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
