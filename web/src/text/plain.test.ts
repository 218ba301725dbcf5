import { expect, it } from 'vitest';

import { placesOf, plain, plainText } from './plain';

function found(wanted: string, text: string): string[] {
  return placesOf(plain(wanted), plainText(text)).map(({ start, end }) => text.slice(start, end));
}

it.each([
  ['שלום', 'אמר שָׁלוֹם והלך', ['שָׁלוֹם']],
  ['חופשים', 'ימי חופשימ וגם חופשים', ['חופשימ', 'חופשים']],
  ['ש"ח', '350 ש״ח', ['ש״ח']],
  ['תל-אביב', 'תל־אביב', ['תל־אביב']],
  ['Kesher', 'KESHER kesher', ['KESHER', 'kesher']],
  ['ימי  חופשה', 'ימי\nחופשה', ['ימי\nחופשה']],
  ['отпуск', 'Отпуск — 22 дня', ['Отпуск']],
  ['إجازة', 'يوم إِجازة', ['إِجازة']],
])('finds %s as people write it', (wanted, text, expected) => {
  expect(found(wanted, text)).toEqual(expected);
});

it('finds every place, and nothing for no words', () => {
  expect(found('א', 'אבא')).toEqual(['א', 'א']);
  expect(placesOf('', plainText('אבא'))).toEqual([]);
});
