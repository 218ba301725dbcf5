import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';

import { type AskEvent, followAnswer } from '../../api/ask-stream';
import { toApiError } from '../../api/problem';
import { researchesQuery, threadQuery, threadsQuery } from '../../api/queries';
import { heed } from '../../api/refusals';
import type { RunningAnswer } from '../../api/types';
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
          noteAnswer(event, attached.current);
          const thread = threadOf(event);
          if (thread === null) continue;
          answeredThread = thread;
          if (beginning.threadId === null) onThread(thread);
        }
      } catch (error) {
        heed(queries, error);
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

  const attached = useRef(new Set<string>());
  /** Come to an answer that is under way, once: one that failed is not tried again and again. */
  const attach = useCallback(
    (threadId: string, running: RunningAnswer) => {
      const answerId = running.answer_id;
      if (attached.current.has(answerId)) return;
      attached.current.add(answerId);
      const beginning = {
        question: running.question,
        threadId,
        isDeep: running.run_id !== null,
        answerId,
      };
      void follow(beginning, (signal) => followAnswer({ threadId, answerId }, signal));
    },
    [follow],
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

  return { live, follow, attach, stop };
}

/** Remember an answer that this page follows from its beginning. */
function noteAnswer({ event, data }: AskEvent, known: Set<string>): void {
  if (event === 'thread') known.add(data.answer_id);
  if (event === 'research') known.add(data.run.answer_id);
}

function threadOf({ event, data }: AskEvent): string | null {
  if (event === 'thread') return data.thread_id;
  return event === 'research' ? data.run.thread_id : null;
}
