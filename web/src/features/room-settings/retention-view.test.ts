import { expect, it } from 'vitest';

import type { RetentionRule } from '../../api/people-queries';
import { isStricter, ownDays, spansFor } from './retention-view';

const RULES: RetentionRule[] = [
  { kind: 'threads', days: 0, own: false, due: [] },
  { kind: 'requests', days: 45, own: true, due: ['req_1'] },
];

it('holds only what the room itself has set', () => {
  expect(ownDays(RULES)).toEqual({ threads: null, requests: 45 });
});

it('offers the length that holds, also where it is none of the usual ones', () => {
  expect(spansFor(RULES[1]!)).toContain(45);
  expect(spansFor(RULES[0]!)).not.toContain(45);
});

it.each([
  [{ threads: 30, requests: 45 }, true],
  [{ threads: 0, requests: 45 }, false],
  [{ threads: null, requests: 90 }, false],
  [{ threads: null, requests: 7 }, true],
  [{ threads: null, requests: null }, true],
])('knows whether %j lets something go that stayed before', (days, stricter) => {
  expect(isStricter(RULES, days)).toBe(stricter);
});
