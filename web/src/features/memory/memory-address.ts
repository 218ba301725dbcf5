/** What is looked at in memory; every section reads the same address, and so does a shared link. */
export interface MemoryAddress {
  /** Whose memory; absent: one's own. */
  tenant?: string;
  /** The day, `2026-11-20`, whose truth is shown; absent: today. */
  asOf?: string;
  /** The day by whose knowledge it is shown; absent: by all that is known today. */
  knownAt?: string;
  entity?: string;
  fact?: string;
  thread?: string;
  message?: string;
}

export const SECTIONS = ['facts', 'graph', 'reviews', 'knew', 'talks', 'erase', 'care'] as const;
export type MemorySection = (typeof SECTIONS)[number];

const TEXTS = ['tenant', 'entity', 'fact', 'thread', 'message'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Read an address; what makes no sense in it is left out. */
export function readMemoryAddress(search: Record<string, unknown>): MemoryAddress {
  const address: MemoryAddress = {};
  for (const name of TEXTS) {
    const value = search[name];
    // The router reads a name of digits as a number.
    if (typeof value === 'string' || typeof value === 'number') address[name] = String(value);
  }
  for (const name of ['asOf', 'knownAt'] as const) {
    const value = search[name];
    if (typeof value === 'string' && isDay(value)) address[name] = value;
  }
  return address;
}

export function chosenSection(name: string | null): MemorySection {
  return SECTIONS.find((section) => section === name) ?? 'facts';
}

/** Change an address; what is null goes. */
export function changed(address: MemoryAddress, patch: AddressPatch): MemoryAddress {
  const next = Object.entries({ ...address, ...patch }).filter(([, value]) => value != null);
  return Object.fromEntries(next) as MemoryAddress;
}

export type AddressPatch = { [Name in keyof MemoryAddress]?: string | null };

/** The last moment of a day where the reader is: what happened on it counts; null: now. */
export function endOfDay(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
}

/** The day of an instant where the reader is. */
export function dayOf(instant: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

function isDay(value: string): boolean {
  return DAY.test(value) && !Number.isNaN(Date.parse(value));
}
