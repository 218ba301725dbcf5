import { describe, expect, it } from 'vitest';

import { checkEntry, strengthFraction, strengthOf } from './entry-check';

describe('checkEntry', () => {
  it('finds nothing wrong with a person who has all', () => {
    const entry = { email: ' omar@example.org ', name: 'عمر', password: 'كلمة مرور طويلة' };
    expect(checkEntry(entry, true)).toEqual({});
  });

  it('says at each field what is wrong with it', () => {
    expect(checkEntry({ email: '', name: '  ', password: '' }, true)).toEqual({
      email: 'missing',
      name: 'missing',
      password: 'missing',
    });
    expect(checkEntry({ email: 'דנה', password: 'קצרה' }, true)).toEqual({
      email: 'no_email',
      password: 'too_short',
    });
  });

  it('takes a short password that was chosen before, and one of spaces', () => {
    expect(checkEntry({ password: 'קצרה' }, false)).toEqual({});
    expect(checkEntry({ password: ' '.repeat(10) }, true)).toEqual({});
  });
});

it.each([
  ['', 'none', 0],
  ['короткий', 'short', 0.5],
  ['עשר אותיות', 'enough', 0.625],
  ['ארבע מילים שזוכרים', 'good', 1],
  ['🙂🙂🙂🙂', 'short', 0.25],
] as const)('judges %j by its length alone', (password, strength, fraction) => {
  expect(strengthOf(password)).toBe(strength);
  expect(strengthFraction(password)).toBe(fraction);
});
