import { expect, it } from 'vitest';

import type { UsageSums } from '../../api/settings-queries';
import { barsOf, daysBetween, spanOf, tellingMetric } from './usage-view';

const sums = (fields: Partial<UsageSums>): UsageSums => ({
  key: '',
  name: '',
  requests: 1,
  answers: 1,
  input_tokens: 100,
  cached_tokens: 0,
  output_tokens: 20,
  reasoning_tokens: 0,
  price_usd: 0.01,
  seconds: 2,
  ...fields,
});

it('counts today among the last days, by the clock of UTC', () => {
  const late = new Date('2026-03-01T23:30:00Z');
  expect(spanOf(7, late)).toEqual({ first: '2026-02-23', last: '2026-03-01' });
  expect(spanOf(null, late)).toEqual({ first: null, last: '2026-03-01' });
});

it('plots the days without use, too', () => {
  const rows = [sums({ key: '2026-02-27' }), sums({ key: '2026-03-01', input_tokens: 300 })];
  const span = { first: '2026-02-27', last: '2026-03-01' };
  expect(barsOf(rows, 'day', 'tokens', span)).toEqual([
    { key: '2026-02-27', value: 120 },
    { key: '2026-02-28', value: 0 },
    { key: '2026-03-01', value: 320 },
  ]);
});

it('begins with the first day of use where all days are wanted', () => {
  const span = { first: null, last: '2026-03-01' };
  const [first] = barsOf([sums({ key: '2026-02-28' })], 'day', 'answers', span);
  expect(first).toEqual({ key: '2026-02-28', value: 1 });
  expect(barsOf([], 'day', 'answers', span)).toEqual([{ key: '2026-03-01', value: 0 }]);
});

it('plots the greatest rooms first by what is looked at', () => {
  const rows = [sums({ key: 'נהלים', price_usd: 1 }), sums({ key: 'שכר', price_usd: 3 })];
  const bars = barsOf(rows, 'room', 'price', { first: null, last: '2026-03-01' });
  expect(bars.map(({ key }) => key)).toEqual(['שכר', 'נהלים']);
});

it('knows no days between what are none', () => {
  expect(daysBetween('never', '2026-03-01')).toEqual([]);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
});

it('looks at answers where no model took any tokens', () => {
  expect(tellingMetric([sums({})])).toBe('tokens');
  expect(tellingMetric([sums({ input_tokens: 0, output_tokens: 0 })])).toBe('answers');
});
