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
  const rendered = renderPart(
    <Turn view={viewOfAnswer(answer)} isBusy={false} onOpen={onOpen} onAskAgain={onAskAgain} />,
    locale,
  );
  return { onOpen, onAskAgain, container: rendered.container };
}

const CITED = anAnswer({
  citations: [aCitation({ position: 13 })],
  hits: [aHit(), aHit({ chunk_id: 'c2', document_name: 'Payroll.docx', page_numbers: [7, 8] })],
  sent: ['c1', 'c2'],
});

it('says what was sent against what the room holds', () => {
  renderTurn(CITED);
  expect(screen.getByText(/נשלחו 3,210 מתוך 61,000 טוקנים/)).toBeInTheDocument();
});

it('tells the sources that are cited from those that were also read', () => {
  renderTurn(CITED, 'en');
  const cited = screen.getByRole('heading', { name: 'Cited' }).parentElement;
  const alsoRead = screen.getByRole('heading', { name: 'Also read' }).parentElement;
  expect(cited && within(cited).getByRole('button')).toHaveTextContent('1נוהל.pdf');
  expect(alsoRead && within(alsoRead).getByRole('button')).toHaveTextContent('Payroll.docx');
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
  expect(screen.getByRole('button', { name: /עובד במשרה מלאה/ })).toBeInTheDocument();
});

it('offers another try after an error', async () => {
  const { onAskAgain } = renderTurn(
    anAnswer({ text: '', error_code: 'model.timeout', error: '`m` was silent for 60 seconds.' }),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('המודל לא ענה בזמן');
  await userEvent.click(screen.getByRole('button', { name: 'לנסות שוב' }));
  expect(onAskAgain).toHaveBeenCalledOnce();
});

it.each(['he', 'en'] as const)('has nothing that axe finds wrong in %s', async (locale) => {
  const { container } = renderTurn(CITED, locale);
  // Colours need a real browser; the acceptance tests look at them there.
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
