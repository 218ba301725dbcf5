import { describe, expect, it } from 'vitest';

import { directionOf } from './direction';
import { directionOfName } from './name';

describe('directionOf', () => {
  it.each([
    ['Hebrew', 'כמה ימי חופשה מגיעים לעובד?', 'rtl'],
    ['Hebrew that opens with a Latin word', 'PDF של תלוש השכר נשלח לעובד', 'rtl'],
    ['Hebrew with a price and a date', 'התשלום: 1,250 ₪ עד 31.12.2026', 'rtl'],
    ['pointed Hebrew', 'שָׁלוֹם לָעוֹלָם hi', 'rtl'],
    ['a Hebrew list of addresses', 'מוקד: help@rimonit.example 04-555-0177, שכר: pay@rimonit.example', 'rtl'],
    ['Arabic', 'كم يوم إجازة يستحق العامل؟', 'rtl'],
    ['English', 'How many vacation days?', 'ltr'],
    ['English with a Hebrew word', 'The word חופשה means vacation', 'ltr'],
    ['Russian', 'Сколько дней отпуска положено?', 'ltr'],
  ])('runs %s the way most of its letters do', (_name, text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });

  it.each(['', '1,234.50', '…?!', '22 / 31.12.2026'])(
    'takes the fallback where no letter votes: "%s"',
    (text) => {
      expect(directionOf(text, 'rtl')).toBe('rtl');
      expect(directionOf(text, 'ltr')).toBe('ltr');
    },
  );

  it('takes the fallback on a tie', () => {
    expect(directionOf('אב ab', 'rtl')).toBe('rtl');
  });
});

describe('directionOfName', () => {
  it('gives a file ending no vote', () => {
    expect(directionOfName('נוהל.docx', 'ltr')).toBe('rtl');
    expect(directionOfName('report.docx', 'rtl')).toBe('ltr');
  });

  it('counts the letters of a name that mixes both', () => {
    expect(directionOfName('Payroll FAQ – שכר.pdf', 'rtl')).toBe('ltr');
  });
});
