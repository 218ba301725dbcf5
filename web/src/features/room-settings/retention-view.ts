import type { RetentionRule } from '../../api/people-queries';

/** What is kept for a time, by the server's names. */
export const RETENTION_KINDS = ['threads', 'requests', 'versions', 'jobs'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days of the room's own; null follows the server's settings, 0 keeps for ever. */
export type Days = Partial<Record<RetentionKind, number | null>>;

const SPANS = [0, 7, 30, 90, 180, 365, 730] as const;

export function isKind(name: string): name is RetentionKind {
  return (RETENTION_KINDS as readonly string[]).includes(name);
}

/** What the room has set of its own. */
export function ownDays(rules: readonly RetentionRule[]): Days {
  return Object.fromEntries(rules.map(({ kind, own, days }) => [kind, own ? days : null]));
}

/** Lengths to choose from, with the one that holds among them. */
export function spansFor({ own, days }: RetentionRule): number[] {
  const all = own ? [...SPANS, days] : [...SPANS];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Whether something may go that stayed before; what the server's settings say is not known. */
export function isStricter(rules: readonly RetentionRule[], days: Days): boolean {
  return rules.some((rule) => {
    const next = isKind(rule.kind) ? days[rule.kind] : undefined;
    if (next === undefined) return false;
    if (next === null) return rule.own;
    if (next === 0) return false;
    return rule.days === 0 || next < rule.days;
  });
}
