import { expect, it } from 'vitest';

import { amountOf, bytes, isUnlimited, variableOf } from './limits-view';

const limit = (name: string, value: number) => ({ name, value, is_default: true });

it.each([
  [0, '0 byte'],
  [900, '900 byte'],
  [1_536, '1.5 kB'],
  [209_715_200, '200 MB'],
  [1_073_741_824, '1 GB'],
])('says %i bytes in the unit that suits them', (count, said) => {
  expect(bytes(count, 'en')).toBe(said);
});

it('takes nought for no limit only where it means that', () => {
  expect(isUnlimited(limit('room_tokens_day_limit', 0))).toBe(true);
  expect(isUnlimited(limit('pages_limit', 0))).toBe(false);
  expect(isUnlimited(limit('room_tokens_day_limit', 5))).toBe(false);
});

it('says money as money and numbers as numbers', () => {
  expect(amountOf(limit('room_usd_month_limit', 12.5), 'en')).toBe('$12.50');
  expect(amountOf(limit('pages_limit', 5_000), 'en')).toBe('5,000');
});

it('names the variable of the environment', () => {
  expect(variableOf(limit('pages_limit', 1))).toBe('KESHER_PAGES_LIMIT');
});
