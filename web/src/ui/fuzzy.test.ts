import { expect, it } from 'vitest';

import { folded, fuzzyScore } from './fuzzy';

it.each([
  ['שָׁלוֹם', 'שלומ'],
  ['\uFB2Aלום', 'שלומ'],
  ['תל־אביב', 'תל אביב'],
  ['ארץ, כסף!', 'ארצ כספ'],
  ['HR-104', 'hr 104'],
  ['Ёлка', 'елка'],
  ['إِجَازَة', 'اجازة'],
])('compares %s without points, joins and final forms', (text, same) => {
  expect(folded(text)).toBe(same);
});

it.each([
  ['תל אביב', 'נוהלי תל־אביב'],
  ['שלום', 'שָׁלוֹם לכל העובדים'],
  ['חופשות נוהל', 'נוהל חופשות ומחלה'],
  ['שכר', 'Payroll – שכר'],
  ['отпуск', 'Отпуск и больничный'],
  ['מסמכ', 'מסמך'],
  ['hdrm', 'Hadarim'],
])('finds what is meant by "%s" in "%s"', (typed, text) => {
  expect(fuzzyScore(typed, text)).not.toBeNull();
});

it.each([
  ['חניה', 'שכר'],
  ['abc', 'a long way between b and finally c'],
])('does not take "%s" for "%s"', (typed, text) => {
  expect(fuzzyScore(typed, text)).toBeNull();
});

it('puts a beginning before a word, a word before its inside, and that before scattered letters', () => {
  const texts = ['שכר עובדים', 'נוהל שכר', 'מהשכר', 'שיכרון'];
  const scores = texts.map((text) => fuzzyScore('שכר', text) ?? -1);
  expect([...scores].sort((a, b) => b - a)).toEqual(scores);
});
