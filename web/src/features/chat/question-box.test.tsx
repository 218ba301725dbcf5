import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { anOffer, renderPart } from '../../app/test-page';
import { QuestionBox } from './question-box';

beforeEach(() => localStorage.clear());

function renderBox(isBusy = false) {
  const onSend = vi.fn();
  const onResearch = vi.fn();
  const onStop = vi.fn();
  renderPart(
    <QuestionBox
      roomId="r1"
      threadId="t1"
      asked={['מי מאשר?', 'When?']}
      isBusy={isBusy}
      isStopping={false}
      onSend={onSend}
      onResearch={onResearch}
      onStop={onStop}
    />,
  );
  return { onSend, onResearch, onStop, box: screen.getByRole('textbox') };
}

it('sends with Enter and is empty again', async () => {
  const { onSend, box } = renderBox();
  await userEvent.type(box, ' כמה ימי חופשה? {Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('כמה ימי חופשה?');
  expect(box).toHaveValue('');
});

it('starts a new line with Shift and Enter', async () => {
  const { onSend, box } = renderBox();
  await userEvent.type(box, 'שורה{Shift>}{Enter}{/Shift}ועוד');
  expect(box).toHaveValue('שורה\nועוד');
  expect(onSend).not.toHaveBeenCalled();
});

it.each(['   ', '\u05d0'.repeat(21)])('does not send what the server would refuse: "%s"', async (text) => {
  const { onSend, box } = renderBox();
  await userEvent.type(box, `${text}{Enter}`);
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'שליחה' })).toBeDisabled();
});

it('shows the limit as it comes near, counting an emoji as one character', async () => {
  const { box } = renderBox();
  await userEvent.type(box, '😀'.repeat(17));
  expect(screen.getByRole('status')).toHaveTextContent('17 מתוך 20 תווים');
});

it.each([
  ['HR-104 טופס בקשה', 'rtl'],
  ['vacation days', 'ltr'],
  ['сколько дней', 'ltr'],
  ['إجازة', 'rtl'],
  ['', 'rtl'],
])('turns to the direction of what is typed: "%s"', async (text, direction) => {
  const { box } = renderBox();
  if (text) await userEvent.type(box, text);
  expect(box).toHaveAttribute('dir', direction);
});

it('offers Stop, and sends nothing, while an answer comes in', async () => {
  const { onSend, onStop, box } = renderBox(true);
  await userEvent.type(box, 'עוד?{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'עצירה' }));
  expect(onStop).toHaveBeenCalledOnce();
});

it('says what a research takes, and begins it only when that is accepted', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(anOffer({ aspects: ['מה הכללים?', 'ומי מאשר אותם?'] }))));
  const { onSend, onResearch, box } = renderBox();
  await userEvent.click(screen.getByRole('switch', { name: 'מחקר מעמיק' }));
  await userEvent.type(box, 'מה הכללים?{Enter}');
  expect(await screen.findByText(/\$0\.0012/)).toBeInTheDocument();
  expect(screen.getByText('4,000 עד 31,000, ב-14 פניות למודל לכל היותר')).toBeInTheDocument();
  expect(screen.getByText('ומי מאשר אותם?')).toBeInTheDocument();
  expect(onResearch).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'להתחיל במחקר' }));
  expect(onResearch).toHaveBeenCalledExactlyOnceWith('מה הכללים?');
  expect(onSend).not.toHaveBeenCalled();
  expect(box).toHaveValue('');
});

it('keeps the question where a research is not begun', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(anOffer({ aspects: ['מה הכללים?', 'ומי מאשר אותם?'] }))));
  const { onResearch, box } = renderBox();
  await userEvent.click(screen.getByRole('switch', { name: 'מחקר מעמיק' }));
  await userEvent.type(box, 'מה הכללים?{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'ביטול' }));
  expect(onResearch).not.toHaveBeenCalled();
  expect(box).toHaveValue('מה הכללים?');
});

it('says how much too long a question is before it is refused', async () => {
  const { box } = renderBox();
  await userEvent.click(box);
  await userEvent.paste('א'.repeat(25));
  expect(screen.getByRole('status')).toHaveTextContent('קצרו אותה ב-5 תווים');
});

it('keeps a draft for its conversation', async () => {
  const { box } = renderBox();
  await userEvent.type(box, 'עוד לא נשלח');
  cleanup();
  expect(renderBox().box).toHaveValue('עוד לא נשלח');
});

it('brings earlier questions back by the arrow up, and leaves by the arrow down', async () => {
  const { box } = renderBox();
  await userEvent.type(box, '{ArrowUp}');
  expect(box).toHaveValue('When?');
  await userEvent.type(box, '{ArrowUp}');
  expect(box).toHaveValue('מי מאשר?');
  await userEvent.type(box, '{ArrowDown}{ArrowDown}');
  expect(box).toHaveValue('');
});
