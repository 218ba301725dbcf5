export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/gu;
// An address is Latin in every language, so it says nothing about the sentence round it.
const ADDRESS = /\S*(?:@|:\/\/)\S*/gu;

/**
 * The direction in which most of a text's letters run.
 *
 * The browser's `dir="auto"` goes by the first letter alone, which turns a Hebrew sentence round
 * where it opens with a Latin word. Digits, signs, points and addresses do not vote.
 *
 * @param fallback Taken where no letter votes, or as many vote each way.
 */
export function directionOf(text: string, fallback: Direction = 'ltr'): Direction {
  let balance = 0;
  for (const [letter] of text.replaceAll(ADDRESS, '').matchAll(LETTER)) {
    balance += RIGHT_TO_LEFT.test(letter) ? 1 : -1;
  }
  if (balance === 0) return fallback;
  return balance > 0 ? 'rtl' : 'ltr';
}
