import { expect, it } from 'vitest';

import { saidOf } from './said-of-note';

it('says what is known of a page in the words of the page, sentence by sentence', () => {
  const note =
    'The page is a picture without a text layer. It was read with a confidence of only 61%: compare it with its picture.';
  expect(saidOf(note)).toEqual(['reading.note_picture', 'reading.note_doubtful']);
  expect(saidOf('The font of 3 lines name other letters than it shows; OCR read only these.')).toEqual([
    'reading.note_font',
  ]);
});

it('keeps what it does not know as it was written', () => {
  expect(saidOf('OCR was asked for. Something new happened. Twice.')).toEqual([
    'reading.note_asked',
    { written: 'Something new happened. Twice.' },
  ]);
});
