import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { aCitation, renderPart } from '../../app/test-page';
import { AnswerText } from './answer-text';

function renderAnswer(text: string, citations = [aCitation({ position: Array.from(text).length })]) {
  const onOpen = vi.fn();
  renderPart(
    <AnswerText
      text={text}
      citations={citations}
      isExtractive={false}
      isRunning={false}
      onOpenCitation={onOpen}
    />,
  );
  return onOpen;
}

it('runs each block in the direction of its own letters', () => {
  renderAnswer('PDF של תלוש השכר נשלח לעובד.\n\nSent on the 9th.\n\nحق العامل في الإجازة', []);
  expect(screen.getByText(/תלוש/)).toHaveAttribute('dir', 'rtl');
  expect(screen.getByText(/Sent on/)).toHaveAttribute('dir', 'ltr');
  expect(screen.getByText(/الإجازة/)).toHaveAttribute('dir', 'rtl');
});

it('opens the page of a claim when its mark is pressed', async () => {
  const onOpen = renderAnswer('עובד זכאי ל-22 ימים.');
  const chip = screen.getByRole('button', { name: /הפניה 1/ });
  await userEvent.click(chip);
  expect(onOpen).toHaveBeenCalledWith(0, chip);
});

it('shows the quote of a mark that has the focus, and hides it with Escape', async () => {
  renderAnswer('עובד זכאי ל-22 ימים.');
  await userEvent.tab();
  const card = await screen.findByRole('tooltip');
  expect(card).toHaveTextContent('זכאי ל-22 ימי חופשה');
  expect(card).toHaveTextContent(/עמוד .?3/);
  expect(card.querySelector('bdi')).toHaveTextContent('נוהל.pdf');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('says of an unverified mark that it is not to be relied on', async () => {
  renderAnswer('זכאי.', [aCitation({ position: 5, verified: false })]);
  await userEvent.tab();
  expect(screen.getByRole('button', { name: /לא אומתה/ })).toBeInTheDocument();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('אין להסתמך עליהן');
});

it('opens no page of a deleted document, and says that it is gone', async () => {
  const onOpen = renderAnswer('זכאי.', [aCitation({ position: 5, deleted: true })]);
  await userEvent.click(screen.getByRole('button', { name: /נמחק/ }));
  expect(onOpen).not.toHaveBeenCalled();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('המסמך נמחק');
});

it('shows HTML in an answer as text', () => {
  renderAnswer('<b id="bad">שלום</b>', []);
  expect(document.getElementById('bad')).toBeNull();
  expect(screen.getByText(/<b id="bad">/)).toBeInTheDocument();
});
