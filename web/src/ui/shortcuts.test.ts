import { expect, it } from 'vitest';

import { isPressed, namesOf, worksWhileWriting } from './shortcuts';

const press = (code: string, held: Partial<KeyboardEvent> = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it('knows a key by its place, whatever letter the layout puts there', () => {
  // On a Hebrew layout the key of `k` writes ל; the code stays the same.
  expect(isPressed('Mod+KeyK', press('KeyK', { ctrlKey: true, key: 'ל' }))).toBe(true);
  expect(isPressed('Mod+KeyK', press('KeyK', { metaKey: true, key: 'л' }))).toBe(true);
  expect(isPressed('KeyN', press('KeyN', { key: 'מ' }))).toBe(true);
});

it('takes no press for a chord with something else held', () => {
  expect(isPressed('KeyN', press('KeyN', { ctrlKey: true }))).toBe(false);
  expect(isPressed('KeyN', press('KeyN', { shiftKey: true }))).toBe(false);
  expect(isPressed('Mod+KeyK', press('KeyK'))).toBe(false);
  expect(isPressed('Mod+KeyK', press('KeyK', { ctrlKey: true, altKey: true }))).toBe(false);
});

it.each([
  ['Mod+KeyK', false, 'Ctrl K'],
  ['Mod+KeyK', true, '⌘ K'],
  ['Mod+Slash', false, 'Ctrl /'],
  ['Shift+KeyN', false, 'Shift N'],
  ['Escape', false, 'Esc'],
  ['ArrowLeft', false, '←'],
])('names the keys of %s (Mac: %s)', (chord, isMac, names) => {
  expect(namesOf(chord, isMac).join(' ')).toBe(names);
});

it('leaves a letter to whoever writes', () => {
  expect(worksWhileWriting('KeyN')).toBe(false);
  expect(worksWhileWriting('Mod+KeyK')).toBe(true);
});
