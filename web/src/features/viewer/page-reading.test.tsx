import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { PageText } from '../../api/types';
import { renderPart } from '../../app/test-page';
import { PageReading } from './page-reading';

const SCANNED: PageText = {
  number: 3,
  label: null,
  text: 'עובד זכאי ל-22 ימים.\n\nSee form HR-104.\nОтпуск 22 дня.',
  width_points: 595,
  height_points: 842,
  source: 'ocr',
  trust_fraction: 0.93,
  note: 'The text layer was unusable.',
  lines: [],
  tables: [],
};

it('offers the text as it was read, each line in its own direction', async () => {
  renderPart(<PageReading page={SCANNED} />, 'en');
  expect(screen.getByText(/עובד זכאי/)).not.toBeVisible();
  await userEvent.click(screen.getByText('Text as read'));
  expect(screen.getByText(/עובד זכאי/)).toBeVisible();
  expect(screen.getByText(/עובד זכאי/)).toHaveAttribute('dir', 'rtl');
  expect(screen.getByText(/HR-104/)).toHaveAttribute('dir', 'ltr');
  expect(screen.getByText('The text layer was unusable.')).toBeVisible();
});

it('says so where a page gave no text', async () => {
  renderPart(<PageReading page={{ ...SCANNED, text: ' \n', note: null }} />);
  await userEvent.click(screen.getByText('הטקסט כפי שנקרא'));
  expect(screen.getByText('לא נקרא טקסט מהעמוד הזה.')).toBeVisible();
});
