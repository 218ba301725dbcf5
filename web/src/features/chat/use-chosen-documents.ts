import { useMemo, useState } from 'react';

const NONE: readonly string[] = [];

/**
 * The documents that the next question is searched in; none: all of the room.
 *
 * What is chosen goes with the next question and stays with its thread, which tells it from then on.
 */
export function useChosenDocuments(
  threadId: string | null,
  kept: readonly string[] | undefined,
) {
  const [choice, setChoice] = useState<{ threadId: string | null; ids: readonly string[] } | null>(null);
  const own = choice?.threadId === threadId ? choice.ids : null;
  const ids = own ?? (threadId === null ? NONE : (kept ?? NONE));
  return useMemo(
    () => ({
      ids,
      /** What the request carries; null leaves the thread as it is. */
      toSend: own === null ? null : [...own],
      choose: (next: readonly string[]) => setChoice({ threadId, ids: next }),
    }),
    [ids, own, threadId],
  );
}

export type ChosenDocuments = ReturnType<typeof useChosenDocuments>;
