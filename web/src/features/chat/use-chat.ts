import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';

import { ask, research, resumeResearch } from '../../api/ask-stream';
import { threadQuery } from '../../api/queries';
import type { ResearchRun } from '../../api/types';
import { useThreadActions } from '../threads/use-thread-actions';
import { viewOfLive, viewsOfThread } from './answer-view';
import { keptUntilTaken } from './drafts';
import { useChosenDocuments } from './use-chosen-documents';
import { useDraftKey } from './use-draft';
import { useFeedback } from './use-feedback';
import { useLiveAnswer } from './use-live-answer';
import { useTurns } from './use-turns';

interface ChatOptions {
  roomId: string;
  /** The open thread; null for a new conversation. */
  threadId: string | null;
  onThread: (threadId: string | null) => void;
}

/** One room's conversation: the open thread, its answers, and the answer coming in. */
export function useChat({ roomId, threadId, onThread }: ChatOptions) {
  const { live, follow, attach, stop } = useLiveAnswer(roomId, onThread);
  const thread = useQuery({ ...threadQuery(threadId ?? ''), enabled: threadId !== null });
  const scope = useChosenDocuments(threadId, thread.data?.document_ids);
  const actions = useThreadActions(roomId, threadId, onThread);
  const judge = useFeedback(threadId);

  const running = thread.data?.running;
  useEffect(() => {
    if (threadId !== null && running) attach(threadId, running);
  }, [attach, threadId, running]);

  const keyOfDraft = useDraftKey(roomId);
  const sendIn = useCallback(
    (inThread: string | null, question: string, isDeep: boolean) =>
      follow({ question, threadId: inThread, isDeep }, (signal) => {
        const request = { text: question, thread_id: inThread, document_ids: scope.toSend };
        const events = (isDeep ? research : ask)(roomId, request, signal);
        return keptUntilTaken(keyOfDraft(inThread), question, events);
      }),
    [follow, roomId, keyOfDraft, scope.toSend],
  );
  const send = useCallback((question: string) => sendIn(threadId, question, false), [sendIn, threadId]);
  const sendDeep = useCallback((question: string) => sendIn(threadId, question, true), [sendIn, threadId]);

  /** Ask otherwise in the place of an answer: in a thread that shares the turns before it. */
  const branch = useCallback(
    async (before: string, question: string, isDeep: boolean) => {
      const made = await actions.branch(before, question);
      onThread(made);
      await sendIn(made, question, isDeep);
    },
    [actions, onThread, sendIn],
  );

  const resume = useCallback(
    ({ id, thread_id, question }: ResearchRun) => {
      onThread(thread_id);
      const beginning = { question, threadId: thread_id, isDeep: true };
      return follow(beginning, (signal) => resumeResearch(id, signal));
    },
    [follow, onThread],
  );

  const shownLive = live?.threadId === threadId ? live : null;
  const { answers, earlier } = useTurns(threadId === null ? undefined : thread.data);
  const views = useMemo(() => viewsOfThread(answers, shownLive), [answers, shownLive]);
  return {
    thread,
    actions,
    scope,
    judge,
    /** The answer that comes in or has just come in, for those who follow it by ear. */
    incoming: shownLive && viewOfLive(shownLive),
    views,
    earlier,
    isBusy: live?.isRunning ?? false,
    isStopping: live?.isStopping ?? false,
    /** The research that this page follows, so that it is not offered as unfinished. */
    runId: live?.isRunning ? (live.research?.runId ?? null) : null,
    send,
    sendDeep,
    branch,
    resume,
    stop,
    open: onThread,
  };
}

export type Chat = ReturnType<typeof useChat>;
