import { expect, it } from 'vitest';

import { insertMarks, MARK } from './answer-marks';

/** The marked text with `[place]` for each mark, so that it can be read. */
const shown = (text: string, ...positions: number[]) =>
  insertMarks(
    text,
    positions.map((position) => ({ position })),
  ).replaceAll(new RegExp(MARK, 'g'), '[$1]');

it('puts a mark after the code points that its position counts', () => {
  expect(shown('זכאי ל-22 ימים.', 15)).toBe('זכאי ל-22 ימים.[0]');
  expect(shown('נכון, וגם זה.', 5)).toBe('נכון,[0] וגם זה.');
});

it('counts an emoji as one, though JavaScript counts two', () => {
  expect(shown('👍🏽 כן. לא.', 6)).toBe('👍🏽 כן.[0] לא.');
});

it('counts a vowel point as one, as the server does', () => {
  expect(shown('שָׁלוֹם רב', 7)).toBe('שָׁלוֹם[0] רב');
});

it('keeps marks at one place in their order', () => {
  expect(shown('אמת.', 4, 4)).toBe('אמת.[0][1]');
});

it('moves a mark behind a space to the words before it', () => {
  expect(shown('ראשון.\n\nשני.', 8)).toBe('ראשון.[0]\n\nשני.');
});

it('keeps a position past the end inside the text', () => {
  expect(shown('קצר', 99)).toBe('קצר[0]');
});

it('lets nobody forge a mark in the text', () => {
  expect(shown('a\uE0000\uE001b', 2)).toBe('a\uFFFD[0]0\uFFFDb');
});
