import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';

import { ask } from '../../api/ask-stream';
import { api, done } from '../../api/client';
import { toApiError } from '../../api/problem';
import { threadQuery, threadsQuery } from '../../api/queries';
import { reduceLive } from './answer-stream';
import { viewOfLive, viewsOfThread } from './answer-view';

interface ChatOptions {
  roomId: string;
  /** The open thread; null for a new conversation. */
  threadId: string | null;
  onThread: (threadId: string | null) => void;
}

/** One room's conversation: its threads, the open one's answers, and the answer coming in. */
export function useChat({ roomId, threadId, onThread }: ChatOptions) {
  const queries = useQueryClient();
  const [live, dispatch] = useReducer(reduceLive, null);
  const stream = useRef<AbortController | null>(null);
  const threads = useQuery(threadsQuery(roomId));
  const thread = useQuery({ ...threadQuery(threadId ?? ''), enabled: threadId !== null });

  useEffect(() => () => stream.current?.abort(), []);

  const send = useCallback(
    async (question: string) => {
      const controller = new AbortController();
      stream.current = controller;
      let answeredThread = threadId;
      dispatch({ type: 'ask', question, threadId });
      try {
        const request = { text: question, thread_id: threadId };
        for await (const event of ask(roomId, request, controller.signal)) {
          dispatch({ type: 'event', event });
          if (event.event !== 'thread') continue;
          answeredThread = event.data.thread_id;
          if (threadId === null) onThread(answeredThread);
        }
      } catch (error) {
        dispatch({ type: 'fail', error: toApiError(error) });
      }
      // However it ended, the server may have stored what came until then.
      if (answeredThread !== null) {
        await queries.invalidateQueries({ queryKey: threadQuery(answeredThread).queryKey });
      }
      await queries.invalidateQueries({ queryKey: threadsQuery(roomId).queryKey });
    },
    [queries, roomId, threadId, onThread],
  );

  const stop = useCallback(() => {
    const answerId = live?.answerId ?? null;
    dispatch({ type: 'stopping' });
    const giveUp = () => {
      stream.current?.abort();
      dispatch({ type: 'abort' });
    };
    if (answerId === null) return giveUp();
    const params = { path: { answer_id: answerId } };
    // A stop that the server does not hear still ends what is shown.
    done(api.POST('/api/answers/{answer_id}/stop', { params })).catch(giveUp);
  }, [live?.answerId]);

  const remove = useMutation({
    mutationFn: (id: string) =>
      done(api.DELETE('/api/threads/{thread_id}', { params: { path: { thread_id: id } } })),
    onSuccess: async (_nothing, id) => {
      if (id === threadId) onThread(null);
      queries.removeQueries({ queryKey: threadQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: threadsQuery(roomId).queryKey });
    },
  });

  const shownLive = live?.threadId === threadId ? live : null;
  return {
    threads,
    thread,
    /** The answer that comes in or has just come in, for those who follow it by ear. */
    incoming: shownLive && viewOfLive(shownLive),
    views: viewsOfThread(threadId === null ? [] : (thread.data?.answers ?? []), shownLive),
    isBusy: live?.isRunning ?? false,
    isStopping: live?.isStopping ?? false,
    send,
    stop,
    remove,
    open: onThread,
  };
}

export type Chat = ReturnType<typeof useChat>;
