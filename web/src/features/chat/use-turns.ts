import { useMutation } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { readThread } from '../../api/thread-queries';
import type { Answer, ThreadDetail } from '../../api/types';
import { type Turns, withEarlier, withNewest } from './earlier-turns';

const NONE: readonly Answer[] = [];

/** The turns of the open thread that are known, and how those before them are read. */
export function useTurns(thread: ThreadDetail | undefined) {
  const [held, setHeld] = useState<{ threadId: string; turns: Turns } | null>(null);
  const known = held !== null && held.threadId === thread?.id ? held.turns : null;
  const turns = useMemo(
    () => (thread === undefined ? null : withNewest(known, thread)),
    [known, thread],
  );
  // What was shown stays known when the newest turns are read again.
  const latest = useRef(turns);
  latest.current = turns;
  useEffect(() => {
    if (thread && latest.current) setHeld({ threadId: thread.id, turns: latest.current });
  }, [thread]);

  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ threadId, before }: { threadId: string; before: string }) =>
      readThread(threadId, before),
    // Drawn bit by bit: it must not hold up whoever scrolls.
    onSuccess: (page, { threadId }) =>
      startTransition(() =>
        setHeld((now) => {
          if (now?.threadId !== threadId || now.turns.earlier <= page.earlier) return now;
          return { threadId, turns: withEarlier(now.turns, page) };
        }),
      ),
  });
  const first = turns?.answers[0]?.id;
  const threadId = thread?.id;
  const read = useCallback(() => {
    if (threadId !== undefined && first !== undefined) mutate({ threadId, before: first });
  }, [mutate, threadId, first]);
  return {
    answers: turns?.answers ?? NONE,
    earlier: { count: turns?.earlier ?? 0, isReading: isPending, error, read },
  };
}

export type EarlierTurns = ReturnType<typeof useTurns>['earlier'];
