import { expect, it } from 'vitest';

import { type DifferentLine, lineDifference } from './line-difference';

const SIGNS = { same: ' ', removed: '-', added: '+' };
const told = (lines: DifferentLine[]) => lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`);

it('tells which lines went, came and stayed, in reading order', () => {
  const before = ['נוהל חניה', 'עד 20:00', 'Guests outside', 'סוף'];
  const after = ['נוהל חניה', 'עד 23:00', 'גם בשבת', 'Guests outside', 'סוף'];
  expect(told(lineDifference(before, after))).toEqual([
    ' נוהל חניה', '-עד 20:00', '+עד 23:00', '+גם בשבת', ' Guests outside', ' סוף',
  ]);
});

it.each([
  [[], []],
  [[], ['א']],
  [['א'], []],
  [['א', 'ב', 'ג', 'א', 'ב', 'ב', 'א'], ['ג', 'ב', 'א', 'ב', 'א', 'ג']],
])('gives both texts back: %j and %j', (before: string[], after: string[]) => {
  const found = lineDifference(before, after);
  const side = (kind: DifferentLine['kind']) =>
    found.filter((line) => line.kind !== kind).map(({ text }) => text);
  expect(side('added')).toEqual(before);
  expect(side('removed')).toEqual(after);
});

it('tells a change of nearly everything as one block, soon', () => {
  const before = Array.from({ length: 4_000 }, (_, line) => `לפני ${line}`);
  const after = Array.from({ length: 4_000 }, (_, line) => `אחרי ${line}`);
  const found = lineDifference(before, after);
  expect(found).toHaveLength(8_000);
  expect(found[0]?.kind).toBe('removed');
  expect(found.at(-1)?.kind).toBe('added');
});
