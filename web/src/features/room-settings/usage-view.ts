import type { Limits, UsageSums } from '../../api/people-queries';

/** What a room may be held to, in the order in which it is shown. */
export const ROOM_LIMITS = [
  'questions_minute',
  'questions_day',
  'tokens_day',
  'usd_month',
  'documents',
  'bytes',
] as const;
/** What a person may be held to: they keep nothing but in rooms. */
export const PERSON_LIMITS = ['questions_minute', 'questions_day', 'tokens_day', 'usd_month'] as const;
export type LimitName = (typeof ROOM_LIMITS)[number];

const MEGABYTE = 1_000_000;

/** The number that a person types for an amount: bytes are typed in megabytes. */
export function typed(name: LimitName, amount: number): number {
  return name === 'bytes' ? amount / MEGABYTE : amount;
}

export function untyped(name: LimitName, number: number): number {
  return name === 'bytes' ? Math.round(number * MEGABYTE) : number;
}

/** How full a limit is, 0–1; null where nothing limits it. */
export function fullness(limits: Limits, name: LimitName): number | null {
  const most = limits.in_force[name];
  if (most === undefined || most <= 0) return null;
  return Math.min(1, (limits.used[name] ?? 0) / most);
}

/** What was typed against what was set: only what differs, null for what is to be unset. */
export function changedLimits(
  before: Record<string, number>,
  after: Partial<Record<LimitName, number | null>>,
): Partial<Record<LimitName, number | null>> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, amount]) => (before[name] ?? null) !== amount),
  );
}

/** The sums of all rows. */
export function totalOf(rows: readonly UsageSums[]) {
  const add = (pick: (row: UsageSums) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  return {
    requests: add((row) => row.requests),
    answers: add((row) => row.answers),
    input: add((row) => row.input_tokens),
    cached: add((row) => row.cached_tokens),
    output: add((row) => row.output_tokens),
    usd: add((row) => row.price_usd),
  };
}

export interface Day {
  /** As `2026-11-30`. */
  day: string;
  tokens: number;
  usd: number;
  answers: number;
}

/** Every day up to today, those without use too, oldest first. */
export function everyDay(rows: readonly UsageSums[], today: Date, days: number): Day[] {
  const byDay = new Map(rows.map((row) => [row.key, row]));
  return Array.from({ length: days }, (_, place) => {
    const at = new Date(today);
    at.setUTCDate(at.getUTCDate() - (days - 1 - place));
    const day = at.toISOString().slice(0, 10);
    const row = byDay.get(day);
    return {
      day,
      tokens: (row?.input_tokens ?? 0) + (row?.output_tokens ?? 0),
      usd: row?.price_usd ?? 0,
      answers: row?.answers ?? 0,
    };
  });
}

/** The day, UTC, that was so many days before. */
export function daysBefore(today: Date, days: number): string {
  const at = new Date(today);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
