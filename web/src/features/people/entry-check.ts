/** What is typed to come in or to make an account. */
export interface Entry {
  email?: string;
  name?: string;
  password?: string;
}

export type EntryFault = 'missing' | 'no_email' | 'too_short';

// As the server has it; it says so itself where this is ever wrong.
export const LEAST_PASSWORD_CHARS = 10;
const GOOD_PASSWORD_CHARS = 16;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * What is wrong with what was typed, by field; nothing where all is well.
 *
 * @param isNew The password is chosen here and not one that was chosen before.
 */
export function checkEntry(entry: Entry, isNew: boolean): Partial<Record<keyof Entry, EntryFault>> {
  const faults: Partial<Record<keyof Entry, EntryFault>> = {};
  for (const [field, value] of Object.entries(entry) as [keyof Entry, string][]) {
    const fault = faultOf(field, value, isNew);
    if (fault) faults[field] = fault;
  }
  return faults;
}

function faultOf(field: keyof Entry, value: string, isNew: boolean): EntryFault | null {
  // A password may be of spaces, and is never cut.
  if ((field === 'password' ? value : value.trim()) === '') return 'missing';
  if (field === 'email' && !EMAIL.test(value.trim())) return 'no_email';
  if (field === 'password' && isNew && lengthOf(value) < LEAST_PASSWORD_CHARS) return 'too_short';
  return null;
}

export type Strength = 'none' | 'short' | 'enough' | 'good';

/** How good a password is, by its length alone: nothing else about it tells as much. */
export function strengthOf(password: string): Strength {
  const length = lengthOf(password);
  if (length === 0) return 'none';
  if (length < LEAST_PASSWORD_CHARS) return 'short';
  return length < GOOD_PASSWORD_CHARS ? 'enough' : 'good';
}

/** Of the way to a good password, 0–1. */
export function strengthFraction(password: string): number {
  return Math.min(1, lengthOf(password) / GOOD_PASSWORD_CHARS);
}

/** In characters and not in their halves: a smile counts once. */
function lengthOf(text: string): number {
  return [...text].length;
}
