import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';

import type { AskEvent } from '../../api/ask-stream';
import { toApiError } from '../../api/problem';
import { researchesQuery, threadQuery, threadsQuery } from '../../api/queries';
import { type Beginning, reduceLive } from './answer-stream';
import { stopOf } from './stop-answer';

type OpenStream = (signal: AbortSignal) => AsyncGenerator<AskEvent>;

/** The answer that comes in, how one is begun, and how it is stopped. */
export function useLiveAnswer(roomId: string, onThread: (threadId: string) => void) {
  const queries = useQueryClient();
  const [live, dispatch] = useReducer(reduceLive, null);
  const stream = useRef<AbortController | null>(null);
  useEffect(() => () => stream.current?.abort(), []);

  const follow = useCallback(
    async (beginning: Beginning, open: OpenStream) => {
      const controller = new AbortController();
      stream.current = controller;
      let answeredThread = beginning.threadId;
      dispatch({ type: 'ask', ...beginning });
      try {
        for await (const event of open(controller.signal)) {
          dispatch({ type: 'event', event });
          const thread = threadOf(event);
          if (thread === null) continue;
          answeredThread = thread;
          if (beginning.threadId === null) onThread(thread);
        }
      } catch (error) {
        dispatch({ type: 'fail', error: toApiError(error) });
      }
      // However it ended, the server may have stored what came until then.
      const stale = [threadsQuery(roomId).queryKey, researchesQuery(roomId).queryKey];
      if (answeredThread !== null) {
        await queries.invalidateQueries({ queryKey: threadQuery(answeredThread).queryKey });
      }
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    [queries, roomId, onThread],
  );

  const stop = useCallback(() => {
    dispatch({ type: 'stopping' });
    const giveUp = () => {
      stream.current?.abort();
      dispatch({ type: 'abort' });
    };
    // A stop that the server does not hear still ends what is shown.
    (stopOf(live) ?? Promise.reject(new Error('Nothing has begun.'))).catch(giveUp);
  }, [live]);

  return { live, follow, stop };
}

function threadOf({ event, data }: AskEvent): string | null {
  if (event === 'thread') return data.thread_id;
  return event === 'research' ? data.run.thread_id : null;
}
