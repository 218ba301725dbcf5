import { ApiError } from '../../api/problem';
import type { Answer, Citation, Hit, PromptFigures, StageEvent } from '../../api/types';
import type { ResearchView } from '../research/research-state';
import type { LiveAnswer } from './answer-stream';

// Of a whole answer, and so no reason to call it failed.
const WARNINGS: ReadonlySet<string> = new Set([
  'answer.uncited',
  'research.degraded',
  'research.limit',
  'research.stopped',
]);

/** A question with what is known of its answer, stored or still coming in. */
export interface AnswerView {
  key: string;
  question: string;
  /** Null while it is not yet known how the answer comes about. */
  kind: Answer['kind'] | null;
  text: string;
  citations: Citation[];
  /** Hits that a citation rests on, in the order of their numbers. */
  cited: Hit[];
  /** Hits that were in the prompt, or found while it is not yet known, and are not cited. */
  alsoRead: Hit[];
  prompt: PromptFigures | null;
  stopReason: Answer['stop_reason'] | null;
  model: string | null;
  totalSeconds: number | null;
  stage: StageEvent['stage'] | null;
  /** What the model thinks, while it is told; it is not kept. */
  thinking: string;
  isLost: boolean;
  isRunning: boolean;
  /** Null until the answer is stored: only then there is a record of it. */
  answerId: string | null;
  /** The research as it goes; null for an ordinary question, and once the answer is stored. */
  research: ResearchView | null;
  /** The research that a stored answer ended; null: an ordinary question. */
  researchId: string | null;
  /** Why there is no answer, or none by the model, or not the whole of it. */
  error: ApiError | null;
  /** The code of what must be known of an answer that is whole. */
  warning: string | null;
}

const VIEWS = new WeakMap<Answer, AnswerView>();

/** A stored answer as shown; the same answer has the same view, so that it is drawn once. */
export function viewOfAnswer(answer: Answer): AnswerView {
  const known = VIEWS.get(answer);
  if (known) return known;
  const view = newViewOf(answer);
  VIEWS.set(answer, view);
  return view;
}

function newViewOf(answer: Answer): AnswerView {
  const sent = new Set(answer.sent);
  // Of an answer that was not found the nearest passages are the answer's whole point.
  const read = answer.hits.filter((hit) => answer.kind === 'not_found' || sent.has(hit.chunk_id));
  return {
    key: answer.id,
    question: answer.question,
    kind: answer.kind,
    text: answer.text,
    citations: answer.citations,
    ...splitHits(answer.hits, read, answer.citations),
    prompt: answer.prompt,
    stopReason: answer.stop_reason,
    model: answer.model,
    totalSeconds: answer.seconds['total'] ?? null,
    stage: null,
    thinking: '',
    isLost: false,
    isRunning: false,
    answerId: answer.id,
    research: null,
    researchId: answer.research_id ?? null,
    error: storedError(answer),
    warning: isWarned(answer) ? answer.error_code : null,
  };
}

export function viewOfLive(live: LiveAnswer): AnswerView {
  if (live.answer) return { ...viewOfAnswer(live.answer), thinking: live.thinking };
  const hits = live.retrieval ? [...live.retrieval.hits, ...live.retrieval.neighbours] : [];
  return {
    key: live.answerId ?? 'live',
    question: live.question,
    kind: null,
    text: live.text,
    citations: live.citations,
    ...splitHits(hits, hits, live.citations),
    prompt: null,
    stopReason: live.isRunning || live.error || live.research?.isPaused ? null : 'stopped',
    model: null,
    totalSeconds: null,
    stage: live.stage,
    thinking: live.thinking,
    isLost: live.isRunning && live.isLost,
    isRunning: live.isRunning,
    answerId: null,
    research: live.research,
    researchId: null,
    error: live.error,
    warning: null,
  };
}

/** A thread as shown: what is stored, and the live answer in its place or at the end. */
export function viewsOfThread(stored: readonly Answer[], live: LiveAnswer | null): AnswerView[] {
  const views = stored.map(viewOfAnswer);
  if (live === null) return views;
  const place = stored.findIndex((answer) => answer.id === live.answerId);
  if (place < 0) return [...views, viewOfLive(live)];
  // A stored answer is newer than a live one that has ended: it knows of deleted documents.
  return live.isRunning ? views.with(place, viewOfLive(live)) : views;
}

function splitHits(all: readonly Hit[], read: readonly Hit[], citations: readonly Citation[]) {
  const order = [...new Set(citations.map((citation) => citation.chunk_id))];
  const cited = order
    .map((chunkId) => all.find((hit) => hit.chunk_id === chunkId))
    .filter((hit) => hit !== undefined);
  return { cited, alsoRead: read.filter((hit) => !order.includes(hit.chunk_id)) };
}

function isWarned(answer: Answer): boolean {
  return answer.error_code !== null && WARNINGS.has(answer.error_code);
}

function storedError(answer: Answer): ApiError | null {
  if (!answer.error_code || isWarned(answer)) return null;
  return new ApiError({
    type: 'about:blank',
    title: answer.error_code,
    status: 502,
    detail: answer.error ?? answer.error_code,
    code: answer.error_code,
    retryable: true,
  });
}
