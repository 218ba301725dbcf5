import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { aRoom, info, renderPart } from '../../app/test-page';
import { Invitation } from './chat-pane';

const QUESTIONS = [
  { language: 'he', text: 'כמה ימי חופשה מגיעים לעובד?' },
  { language: 'en', text: 'How many vacation days?' },
  { language: 'ru', text: 'Сколько дней отпуска?' },
  { language: 'ar', text: 'كم يوم إجازة يستحق العامل؟' },
];

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(QUESTIONS)));
});

it('offers the questions of the sample, each in its language, and asks the one pressed', async () => {
  const onAsk = vi.fn();
  renderPart(<Invitation room={aRoom({ name: info.sample_room })} onAsk={onAsk} />, 'en');
  const arabic = await screen.findByRole('button', { name: 'كم يوم إجازة يستحق العامل؟' });
  expect(arabic).toHaveAttribute('dir', 'rtl');
  expect(screen.getAllByRole('button')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Сколько дней отпуска?' }));
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('Сколько дней отпуска?');
});

it('offers in any other room the questions that its documents answer', async () => {
  vi.mocked(globalThis.fetch).mockResolvedValue(Response.json(['מה כתוב על חופשה שנתית?']));
  const onAsk = vi.fn();
  renderPart(<Invitation room={aRoom()} onAsk={onAsk} />, 'en');
  await userEvent.click(await screen.findByRole('button', { name: 'מה כתוב על חופשה שנתית?' }));
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('מה כתוב על חופשה שנתית?');
});
