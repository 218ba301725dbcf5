import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';

import { ask } from '../../api/ask-stream';
import { toApiError } from '../../api/problem';
import { threadsQuery } from '../../api/queries';
import { heed } from '../../api/refusals';
import { reduceRun } from './run-state';

/** Asks a room a question of the reader's own, as a new conversation, and follows the answer. */
export function useRun(onAnswer: (answerId: string, roomId: string) => void) {
  const queries = useQueryClient();
  const [run, dispatch] = useReducer(reduceRun, null);
  const stream = useRef<AbortController | null>(null);
  useEffect(() => () => stream.current?.abort(), []);

  const begin = useCallback(
    async (roomId: string, question: string) => {
      const controller = new AbortController();
      stream.current = controller;
      dispatch({ type: 'ask', question });
      try {
        for await (const event of ask(roomId, { text: question }, controller.signal)) {
          dispatch({ type: 'event', event });
          if (event.event === 'done') onAnswer(event.data.answer.id, roomId);
        }
      } catch (error) {
        heed(queries, error);
        dispatch({ type: 'fail', error: toApiError(error) });
      }
      await queries.invalidateQueries({ queryKey: threadsQuery(roomId).queryKey });
    },
    [queries, onAnswer],
  );
  return { run, begin };
}
