import type { SettingInForce } from '../../api/settings-queries';

const KIB = 1_024;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** What a limit of 0 means is no limit; these have none of that kind. */
const ALWAYS_LIMITED: ReadonlySet<string> = new Set([
  'upload_limit_bytes',
  'pages_limit',
  'question_limit_chars',
  'prompt_budget_tokens',
  'chat_output_tokens',
  'agent_tokens',
]);

export function isUnlimited({ name, value }: SettingInForce): boolean {
  return value === 0 && !ALWAYS_LIMITED.has(name);
}

/** A limit's number with its unit, where the unit is one that every language has a name for. */
export function amountOf({ name, value }: SettingInForce, locale: string): string {
  if (name.endsWith('_bytes')) return bytes(value, locale);
  if (name.includes('_usd')) {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(value);
  }
  return new Intl.NumberFormat(locale).format(value);
}

/** Bytes in the largest unit that leaves at least one of it, of 1,024 each. */
export function bytes(count: number, locale: string): string {
  const step = Math.min(
    count < 1 ? 0 : Math.floor(Math.log(count) / Math.log(KIB)),
    BYTE_UNITS.length - 1,
  );
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(count / KIB ** step);
}

/** The name of the environment variable that sets it. */
export function variableOf({ name }: SettingInForce): string {
  return `KESHER_${name.toUpperCase()}`;
}
