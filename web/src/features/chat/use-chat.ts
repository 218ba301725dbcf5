import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { ask, research, resumeResearch } from '../../api/ask-stream';
import { api, done } from '../../api/client';
import { threadQuery, threadsQuery } from '../../api/queries';
import type { ResearchRun } from '../../api/types';
import { viewOfLive, viewsOfThread } from './answer-view';
import { useLiveAnswer } from './use-live-answer';

interface ChatOptions {
  roomId: string;
  /** The open thread; null for a new conversation. */
  threadId: string | null;
  onThread: (threadId: string | null) => void;
}

/** One room's conversation: its threads, the open one's answers, and the answer coming in. */
export function useChat({ roomId, threadId, onThread }: ChatOptions) {
  const queries = useQueryClient();
  const { live, follow, stop } = useLiveAnswer(roomId, onThread);
  const threads = useQuery(threadsQuery(roomId));
  const thread = useQuery({ ...threadQuery(threadId ?? ''), enabled: threadId !== null });

  const send = useCallback(
    (question: string) =>
      follow({ question, threadId, isDeep: false }, (signal) =>
        ask(roomId, { text: question, thread_id: threadId }, signal),
      ),
    [follow, roomId, threadId],
  );

  const sendDeep = useCallback(
    (question: string) =>
      follow({ question, threadId, isDeep: true }, (signal) =>
        research(roomId, { text: question, thread_id: threadId }, signal),
      ),
    [follow, roomId, threadId],
  );

  const resume = useCallback(
    ({ id, thread_id, question }: ResearchRun) => {
      onThread(thread_id);
      const beginning = { question, threadId: thread_id, isDeep: true };
      return follow(beginning, (signal) => resumeResearch(id, signal));
    },
    [follow, onThread],
  );

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
    /** The research that this page follows, so that it is not offered as unfinished. */
    runId: live?.isRunning ? (live.research?.runId ?? null) : null,
    send,
    sendDeep,
    resume,
    stop,
    remove,
    open: onThread,
  };
}

export type Chat = ReturnType<typeof useChat>;
