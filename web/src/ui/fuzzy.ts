// Vowel points and cantillation; maqaf (U+05BE), paseq and their like are punctuation.
const MARKS = /\p{Mn}/gu;
const FINALS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const BETWEEN = /[^\p{L}\p{N}]+/gu;

/**
 * A text as it is compared: without points, maqaf and other signs, each final letter as its
 * usual form, in small letters, its words with one space between.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[ךםןףץ]/g, (letter) => FINALS[letter] ?? letter)
    .toLowerCase()
    .replace(BETWEEN, ' ')
    .trim();
}

/**
 * How well a text answers what was typed, higher is better; null where it does not.
 *
 * Best is a text that begins with it, then one with a word that does, then one that holds it, then
 * one that has its letters in their order, closely enough not to be by chance.
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const wanted = folded(typed);
  const held = folded(text);
  if (wanted === '') return 0;
  if (held.startsWith(wanted)) return 4 - held.length / 10_000;
  if (` ${held}`.includes(` ${wanted}`)) return 3 - held.length / 10_000;
  const words = wanted.split(' ');
  if (words.every((word) => held.includes(word))) return 2 - held.length / 10_000;
  const spread = spreadOf(wanted.replaceAll(' ', ''), held);
  return spread !== null && spread <= wanted.length * 2 ? 1 - spread / 10_000 : null;
}

/** Over how many characters the letters lie that were found one after the other; null: not all. */
function spreadOf(wanted: string, held: string): number | null {
  let first = -1;
  let place = -1;
  for (const letter of wanted) {
    place = held.indexOf(letter, place + 1);
    if (place < 0) return null;
    if (first < 0) first = place;
  }
  return place - first + 1;
}
