import type { Answer } from '../../api/types';

/** Turns of a thread that stand together, oldest first. */
export interface Turns {
  answers: readonly Answer[];
  /** How many the thread has before them. */
  earlier: number;
}

/**
 * Turns that were known, and the newest as they are read now.
 *
 * As a thread grows, its newest turns leave older ones behind, which stay known where they join.
 */
export function withNewest(known: Turns | null, newest: Turns): Turns {
  const first = newest.answers[0];
  if (known === null || first === undefined) return newest;
  const place = known.answers.findIndex(({ id }) => id === first.id);
  const isNext = place < 0 && known.earlier + known.answers.length === newest.earlier;
  if (place < 0 && !isNext) return newest;
  const before = place < 0 ? known.answers : known.answers.slice(0, place);
  if (before.length === 0) return newest;
  return { answers: [...before, ...newest.answers], earlier: known.earlier };
}

/** The same with the turns before the first of them. */
export function withEarlier(known: Turns, before: Turns): Turns {
  return { answers: [...before.answers, ...known.answers], earlier: before.earlier };
}
