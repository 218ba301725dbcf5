import type { MessageKey } from '../../i18n/translate';

/** What the server says of a page's reading, in its own words, and what the page calls it. */
const KNOWN: readonly [RegExp, MessageKey][] = [
  [/^The page is a picture without a text layer\./, 'reading.note_picture'],
  [/^The page has no text\./, 'reading.note_no_text'],
  [/^The page is blank\./, 'reading.note_blank'],
  [/^OCR was asked for\./, 'reading.note_asked'],
  [/^OCR read it no better, so the text layer was kept\./, 'reading.note_kept'],
  [/^It was read with a confidence of only [^:]*: compare it with its picture\./, 'reading.note_doubtful'],
  [/^The text layer cannot be trusted\./, 'reading.note_layer'],
  [/^The file names other letters than it shows\./, 'reading.note_letters'],
  [/^Final letters stand inside words: letters are mixed up\./, 'reading.note_letters'],
  [/^An earlier recognition of the picture has wrong words\./, 'reading.note_recognised'],
  [/^The font of [^.]*\.(?: \d+ of them it does not see\.)?/, 'reading.note_font'],
  [/^The file does not name [^.]*\.(?: Places left unnamed: \d+\.)?/, 'reading.note_unnamed'],
  [/^(?:1 line|\d+ lines) that no reader of the page sees, not searched: “[^”]*”\./, 'reading.note_hidden'],
  [/^(?:1 line|\d+ lines) under an opaque shape, [^.]*\./, 'reading.note_covered'],
  [/^LibreOffice did not lay this file out, [^.]*\./, 'reading.note_plain'],
];

/** A note, sentence by sentence: by its name, or as the server wrote it where it has none. */
export function saidOf(note: string): (MessageKey | { written: string })[] {
  const said: (MessageKey | { written: string })[] = [];
  let rest = note.trim();
  while (rest !== '') {
    const known = KNOWN.map(([pattern, key]) => ({ key, length: pattern.exec(rest)?.[0].length ?? 0 }));
    const found = known.find(({ length }) => length > 0);
    if (found === undefined) return [...said, { written: rest }];
    said.push(found.key);
    rest = rest.slice(found.length).trim();
  }
  return said;
}
