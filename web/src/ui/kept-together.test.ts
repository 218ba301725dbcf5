import { expect, it } from 'vitest';

import { splitKept } from './kept-together';

const kept = (text: string) => splitKept(text).filter((_piece, place) => place % 2 === 1);

it('keeps a prefix with its number, a form, a date, an hour and a price on one line', () => {
  const text = 'זכאי ל-22 ימים, טופס HR-104, עד 31.12.2026 בשעה 17:00, 1,250.50 ₪';
  expect(kept(text)).toEqual(['ל-22', 'HR-104', '31.12.2026', '17:00', '1,250.50']);
});

it('keeps words that a maqaf joins', () => {
  expect(kept('תל־אביב ובית־ספר')).toEqual(['תל־אביב', 'ובית־ספר']);
});

it('lets a token longer than a line part break', () => {
  expect(kept('see kesher.example/a/very/long/address/indeed')).toEqual([]);
});

it('loses nothing of the text', () => {
  const text = 'מס-2, ו-3-4; end.';
  expect(splitKept(text).join('')).toBe(text);
});
