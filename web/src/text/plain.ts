const FINALS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const SIGNS: Record<string, string> = {
  '־': '-', '–': '-', '—': '-', '‑': '-', '״': '"', '“': '"', '”': '"', '„': '"', '׳': "'", '’': "'", '‘': "'",
};
// Direction marks and joiners: nobody types them, and a file is full of them.
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/;

/** A text as people look for it, with the way back to the text as it is written. */
export interface PlainText {
  text: string;
  /** For each code unit of `text`, and for its end: where that stands in the original. */
  places: Uint32Array;
}

const known = new Map<string, string>();

/**
 * Drop what a search should not mind: vowel points, final letters, capitals, kinds of dashes and
 * quotes, how much white space.
 */
export function plainText(original: string): PlainText {
  const places = new Uint32Array(original.length * 3 + 1);
  let text = '';
  let at = 0;
  let isSpaced = true;
  for (const letter of original) {
    const plain = plainLetter(letter);
    const isSpace = plain === ' ';
    if (!(isSpace && isSpaced)) {
      places.fill(at, text.length, text.length + plain.length);
      text += plain;
    }
    if (plain !== '') isSpaced = isSpace;
    at += letter.length;
  }
  places[text.length] = original.length;
  return { text, places: places.slice(0, text.length + 1) };
}

/** The same without the way back. */
export function plain(original: string): string {
  return plainText(original).text.trim();
}

export interface Place {
  start: number;
  end: number;
}

/** Where words that are looked for stand in a text, in its own code units, the first one first. */
export function placesOf(wanted: string, within: PlainText): Place[] {
  const found: Place[] = [];
  if (wanted === '') return found;
  let from = within.text.indexOf(wanted);
  while (from >= 0) {
    const end = from + wanted.length;
    found.push({ start: within.places[from] ?? 0, end: within.places[end] ?? 0 });
    from = within.text.indexOf(wanted, end);
  }
  return found;
}

function plainLetter(letter: string): string {
  let plain = known.get(letter);
  if (plain === undefined) {
    plain = computed(letter);
    known.set(letter, plain);
  }
  return plain;
}

function computed(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  if (UNSEEN.test(letter)) return '';
  const bare = (SIGNS[letter] ?? letter).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // No letter becomes more than three units, so that `places` is long enough.
  return (FINALS[bare] ?? bare).slice(0, 3);
}
