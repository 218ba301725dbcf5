import { type AskEvent, isResearchEvent, type ResearchEvent } from '../../api/ask-stream';
import { ApiError } from '../../api/problem';
import type { Answer, Citation, Retrieval, StageEvent } from '../../api/types';
import { NO_RESEARCH, reduceResearch, type ResearchView } from '../research/research-state';

/** An answer while it comes in. */
export interface LiveAnswer {
  question: string;
  /** Null until the server has said where the answer will be kept. */
  threadId: string | null;
  answerId: string | null;
  stage: StageEvent['stage'] | null;
  retrieval: Retrieval | null;
  /** How the research goes that the answer comes of; null for an ordinary question. */
  research: ResearchView | null;
  /** What the model thought before it wrote; it is not kept. */
  thinking: string;
  text: string;
  citations: Citation[];
  /** Whether the connection is lost, and is being made again. */
  isLost: boolean;
  isRunning: boolean;
  isStopping: boolean;
  /** The whole answer as stored, once it is done. */
  answer: Answer | null;
  error: ApiError | null;
}

export type LiveAction =
  | ({ type: 'ask' } & Beginning)
  | { type: 'event'; event: AskEvent }
  | { type: 'stopping' }
  | { type: 'abort' }
  | { type: 'fail'; error: ApiError }
  | { type: 'clear' };

export function reduceLive(live: LiveAnswer | null, action: LiveAction): LiveAnswer | null {
  if (action.type === 'ask') return begin(action);
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

/** What an answer begins with. */
export interface Beginning {
  question: string;
  threadId: string | null;
  isDeep: boolean;
  /** Known from the start where the answer is under way already. */
  answerId?: string;
}

function begin({ question, threadId, isDeep, answerId }: Beginning): LiveAnswer {
  return {
    question,
    threadId,
    answerId: answerId ?? null,
    stage: null,
    retrieval: null,
    research: isDeep ? NO_RESEARCH : null,
    thinking: '',
    text: '',
    citations: [],
    isLost: false,
    isRunning: true,
    isStopping: false,
    answer: null,
    error: null,
  };
}

function takeEvent(live: LiveAnswer, told: AskEvent): LiveAnswer {
  if (isResearchEvent(told)) return takeStep(live, told);
  const { event, data } = told;
  switch (event) {
    case 'thread':
      return { ...live, threadId: data.thread_id, answerId: data.answer_id };
    case 'stage':
      return { ...live, stage: data.stage };
    case 'retrieval':
      return { ...live, retrieval: data };
    case 'thinking':
      return { ...live, thinking: live.thinking + data.text };
    case 'lost':
    case 'found':
      return { ...live, isLost: event === 'lost' };
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

function takeStep(live: LiveAnswer, told: ResearchEvent): LiveAnswer {
  const next = { ...live, research: reduceResearch(live.research ?? NO_RESEARCH, told) };
  switch (told.event) {
    case 'research':
      return { ...next, threadId: told.data.run.thread_id, answerId: told.data.run.answer_id };
    case 'halted':
      // The search has heard the Stop; another one would end the writing.
      return { ...next, isStopping: false };
    case 'paused':
      return { ...next, isRunning: false };
    default:
      return next;
  }
}
