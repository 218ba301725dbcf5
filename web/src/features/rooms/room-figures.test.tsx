import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { aRoom, renderPart } from '../../app/test-page';
import { RoomFigures } from './room-figures';

it.each([
  ['he', '27 קטעים × 384 מספרים לכל קטע'],
  ['en', '27 chunks × 384 numbers each'],
] as const)('says in %s what the two numbers of a room are', (locale, said) => {
  renderPart(<RoomFigures figures={aRoom().figures} />, locale);
  expect(screen.getByText('27 × 384')).toHaveAttribute('aria-hidden');
  expect(screen.getByText(said)).toBeInTheDocument();
});

it('shows no matrix of a room that holds nothing', () => {
  const nothing = { documents: 0, pages: 0, chunks: 0, dimensions: 384, tokens: 0 };
  const { container } = renderPart(<RoomFigures figures={nothing} />, 'en');
  expect(container.querySelector('p')).toHaveTextContent(/^No documents$/);
});
