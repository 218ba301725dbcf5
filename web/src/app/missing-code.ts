// Each browser says in its own words that a module could not be fetched.
const MISSING = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Whether a screen's code is gone from the server, as after an upgrade of it. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && MISSING.some((words) => error.message.includes(words));
}
