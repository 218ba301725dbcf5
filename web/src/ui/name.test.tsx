import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPart } from '../app/test-page';
import { Name } from './name';

it.each(['he', 'en'] as const)('cuts a long Hebrew name at its own end on a page in %s', (locale) => {
  renderPart(<Name className="one-line">כמה ימי חופשה מגיעים לעובד לפי HR-104?</Name>, locale);
  // The box that is cut is the very one that bears the direction.
  expect(screen.getByText(/כמה ימי/)).toHaveAttribute('dir', 'rtl');
  expect(screen.getByText(/כמה ימי/)).toHaveClass('one-line');
});
