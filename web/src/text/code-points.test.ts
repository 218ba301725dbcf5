import { expect, it } from 'vitest';

import { codePoints } from './code-points';

it('counts as the server does past letters of two units', () => {
  const text = 'שלום 👋 22 ימים';
  const { unitOf, pointOf } = codePoints(text);
  const unit = text.indexOf('22');
  expect(pointOf(unit)).toBe(unit - 1);
  expect(unitOf(unit - 1)).toBe(unit);
  expect(unitOf([...text].length)).toBe(text.length);
});

it('changes nothing where every letter is one unit', () => {
  expect(codePoints('Отпуск').unitOf(4)).toBe(4);
});
