import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { aRoom, renderPart } from '../../app/test-page';
import { RoomFigures } from './room-figures';

it.each([
  ['he', '27 קטעים', '27 קטעים × 384 מספרים לכל קטע'],
  ['en', '27 chunks', '27 chunks × 384 numbers each'],
] as const)('says in %s how many chunks a room has, and of what size, to whoever asks or listens', (locale, shown, said) => {
  renderPart(<RoomFigures figures={aRoom().figures} />, locale);
  expect(screen.getByText(shown)).toHaveAttribute('aria-hidden');
  expect(screen.getByText(said)).toBeInTheDocument();
});

it('shows no matrix of a room that holds nothing', () => {
  const nothing = { documents: 0, pages: 0, chunks: 0, dimensions: 384, tokens: 0 };
  const { container } = renderPart(<RoomFigures figures={nothing} />, 'en');
  expect(container.querySelector('p')).toHaveTextContent(/^No documents$/);
});
