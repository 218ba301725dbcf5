import type { AskEvent } from '../../api/ask-stream';
import { ApiError } from '../../api/problem';
import type { Answer, Citation, Retrieval, StageEvent } from '../../api/types';

/** An answer while it comes in. */
export interface LiveAnswer {
  question: string;
  /** Null until the server has said where the answer will be kept. */
  threadId: string | null;
  answerId: string | null;
  stage: StageEvent['stage'] | null;
  retrieval: Retrieval | null;
  text: string;
  citations: Citation[];
  isRunning: boolean;
  isStopping: boolean;
  /** The whole answer as stored, once it is done. */
  answer: Answer | null;
  error: ApiError | null;
}

export type LiveAction =
  | { type: 'ask'; question: string; threadId: string | null }
  | { type: 'event'; event: AskEvent }
  | { type: 'stopping' }
  | { type: 'abort' }
  | { type: 'fail'; error: ApiError }
  | { type: 'clear' };

export function reduceLive(live: LiveAnswer | null, action: LiveAction): LiveAnswer | null {
  if (action.type === 'ask') return begin(action.question, action.threadId);
  if (action.type === 'clear' || live === null) return null;
  switch (action.type) {
    case 'stopping':
      return { ...live, isStopping: true };
    case 'abort':
      return { ...live, isRunning: false };
    case 'fail':
      return { ...live, isRunning: false, error: action.error };
    case 'event':
      return takeEvent(live, action.event);
  }
}

function begin(question: string, threadId: string | null): LiveAnswer {
  return {
    question,
    threadId,
    answerId: null,
    stage: null,
    retrieval: null,
    text: '',
    citations: [],
    isRunning: true,
    isStopping: false,
    answer: null,
    error: null,
  };
}

function takeEvent(live: LiveAnswer, { event, data }: AskEvent): LiveAnswer {
  switch (event) {
    case 'thread':
      return { ...live, threadId: data.thread_id, answerId: data.answer_id };
    case 'stage':
      return { ...live, stage: data.stage };
    case 'retrieval':
      return { ...live, retrieval: data };
    case 'text':
      return { ...live, text: live.text + data.text };
    case 'citation':
      return { ...live, citations: [...live.citations, data] };
    case 'done':
      return { ...live, isRunning: false, answer: data.answer };
    case 'error':
      return { ...live, isRunning: false, error: new ApiError(data) };
  }
}
