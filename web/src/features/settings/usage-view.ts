import type { UsageBy, UsageSums } from '../../api/settings-queries';

export type Metric = 'tokens' | 'price' | 'answers';

export interface Span {
  /** First day, `YYYY-MM-DD`, UTC; null: from the beginning. */
  first: string | null;
  /** Last day, included. */
  last: string;
}

export interface Bar {
  key: string;
  value: number;
}

const DAY_MS = 86_400_000;
const MOST_BARS = 12;

/** The last so many days, today's (UTC) included; null days: all of them. */
export function spanOf(days: number | null, now: Date): Span {
  const last = dayOf(now);
  if (days === null) return { first: null, last };
  return { first: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)), last };
}

export function valueOf(row: UsageSums, metric: Metric): number {
  if (metric === 'tokens') return row.input_tokens + row.output_tokens;
  return metric === 'price' ? row.price_usd : row.answers;
}

/** What is worth a look first: tokens, but answers where no model took any. */
export function tellingMetric(rows: readonly UsageSums[]): Metric {
  return rows.some((row) => valueOf(row, 'tokens') > 0) ? 'tokens' : 'answers';
}

/** What a plot shows: of days every one, those without use too; of all else the greatest. */
export function barsOf(rows: readonly UsageSums[], by: UsageBy, metric: Metric, span: Span): Bar[] {
  if (by !== 'day') {
    return rows
      .map((row) => ({ key: row.key, value: valueOf(row, metric) }))
      .sort((one, other) => other.value - one.value)
      .slice(0, MOST_BARS);
  }
  const values = new Map(rows.map((row) => [row.key, valueOf(row, metric)]));
  const first = span.first ?? rows[0]?.key ?? span.last;
  return daysBetween(first, span.last).map((day) => ({ key: day, value: values.get(day) ?? 0 }));
}

/** Every day from the first to the last, both included; none where they are no days. */
export function daysBetween(first: string, last: string): string[] {
  const from = Date.parse(first);
  const to = Date.parse(last);
  const days: string[] = [];
  for (let day = from; day <= to; day += DAY_MS) days.push(dayOf(new Date(day)));
  return days;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
