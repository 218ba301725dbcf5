import { expect, it } from 'vitest';

import type { Limits, UsageSums } from '../../api/people-queries';
import { changedLimits, daysBefore, everyDay, fullness, totalOf, typed, untyped } from './usage-view';

function sums(key: string, tokens: number): UsageSums {
  return {
    key,
    name: '',
    requests: 1,
    answers: 2,
    input_tokens: tokens,
    cached_tokens: 0,
    output_tokens: 10,
    reasoning_tokens: 0,
    price_usd: 0.5,
    seconds: 3,
  };
}

const LIMITS: Limits = {
  in_force: { tokens_day: 200, documents: 0 },
  by_administrator: {},
  by_owner: {},
  used: { tokens_day: 250, documents: 3 },
};

it('is full at most, and says nothing of what is not limited', () => {
  expect(fullness(LIMITS, 'tokens_day')).toBe(1);
  expect(fullness(LIMITS, 'documents')).toBeNull();
  expect(fullness(LIMITS, 'usd_month')).toBeNull();
});

it('takes bytes in megabytes, and everything else as it is', () => {
  expect(typed('bytes', 2_500_000)).toBe(2.5);
  expect(untyped('bytes', 2.5)).toBe(2_500_000);
  expect(untyped('usd_month', 0.5)).toBe(0.5);
});

it('sends only what was changed, and null for what was emptied', () => {
  const before = { tokens_day: 200, usd_month: 5 };
  const after = { tokens_day: 200, usd_month: null, questions_day: 40, documents: null };
  expect(changedLimits(before, after)).toEqual({ usd_month: null, questions_day: 40 });
});

it('shows the days without use too, over the end of a month', () => {
  const today = new Date('2026-12-01T09:00:00Z');
  const days = everyDay([sums('2026-11-30', 90)], today, 3);
  expect(days.map(({ day, tokens }) => [day, tokens])).toEqual([
    ['2026-11-29', 0],
    ['2026-11-30', 100],
    ['2026-12-01', 0],
  ]);
  expect(daysBefore(today, 2)).toBe('2026-11-29');
});

it('adds up rows', () => {
  expect(totalOf([sums('a', 90), sums('b', 10)])).toMatchObject({ input: 100, output: 20, usd: 1 });
  expect(totalOf([]).usd).toBe(0);
});
