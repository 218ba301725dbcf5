import { getEventsAfter, postForEvents } from './post-stream';
import { type AnswerPlace, resuming, type Told } from './resuming';
import type { ServerEvent } from './sse';
import type {
  AskRequest,
  CheckedEvent,
  Citation,
  DoneEvent,
  GradedEvent,
  HaltedEvent,
  PausedEvent,
  PlanEvent,
  Problem,
  ProgressEvent,
  ResearchBegunEvent,
  ResearchRequest,
  Retrieval,
  SearchedEvent,
  StageEvent,
  TextEvent,
  ThinkingEvent,
  ThreadEvent,
} from './types';

/** What the stream of an answer may carry, by the name of its event. */
interface AskPayloads {
  thread: ThreadEvent;
  stage: StageEvent;
  retrieval: Retrieval;
  thinking: ThinkingEvent;
  text: TextEvent;
  citation: Citation;
  done: DoneEvent;
  error: Problem;
}

/** What a deep research tells besides, before its answer is written. */
interface ResearchPayloads {
  research: ResearchBegunEvent;
  plan: PlanEvent;
  searched: SearchedEvent;
  graded: GradedEvent;
  checked: CheckedEvent;
  halted: HaltedEvent;
  progress: ProgressEvent;
  paused: PausedEvent;
}

/** What the page itself tells of the connection. */
interface ConnectionPayloads {
  lost: null;
  found: null;
}

type EventOf<Payloads> = {
  [Name in keyof Payloads]: { event: Name; data: Payloads[Name] };
}[keyof Payloads];

export type ResearchEvent = EventOf<ResearchPayloads>;
export type AskEvent = EventOf<AskPayloads> | EventOf<ConnectionPayloads> | ResearchEvent;

const RESEARCH_NAMES: ReadonlySet<string> = new Set<keyof ResearchPayloads>([
  'research',
  'plan',
  'searched',
  'graded',
  'checked',
  'halted',
  'progress',
  'paused',
]);

const ASK_NAMES: ReadonlySet<string> = new Set<keyof AskPayloads>([
  'thread',
  'stage',
  'retrieval',
  'thinking',
  'text',
  'citation',
  'done',
  'error',
]);

/** Ask a room and yield the answer's events until it is done; as `resuming`. */
export function ask(
  roomId: string,
  request: AskRequest,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  return begun(`/api/rooms/${encodeURIComponent(roomId)}/ask`, request, signal);
}

/** Research a question deeply and yield what is told until it is done; as `resuming`. */
export function research(
  roomId: string,
  request: ResearchRequest,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  return begun(`/api/rooms/${encodeURIComponent(roomId)}/research`, request, signal);
}

/** Go on with a research that was interrupted; what it had done is told again first. */
export function resumeResearch(runId: string, signal: AbortSignal): AsyncGenerator<AskEvent> {
  return begun(`/api/research/${encodeURIComponent(runId)}/resume`, null, signal);
}

/** Come to an answer that is under way, and yield its events from the first. */
export function followAnswer(place: AnswerPlace, signal: AbortSignal): AsyncGenerator<AskEvent> {
  const readOn = readingOn(signal);
  return resuming(readOn(place, '0'), readOn, signal, place);
}

function begun(path: string, body: object | null, signal: AbortSignal): AsyncGenerator<AskEvent> {
  return resuming(known(postForEvents(path, body, signal)), readingOn(signal), signal);
}

function readingOn(signal: AbortSignal) {
  return ({ threadId, answerId }: AnswerPlace, lastId: string) => {
    const thread = `/api/threads/${encodeURIComponent(threadId)}`;
    const path = `${thread}/answers/${encodeURIComponent(answerId)}/events`;
    return known(getEventsAfter(path, lastId, signal));
  };
}

export function isResearchEvent(event: AskEvent): event is ResearchEvent {
  return RESEARCH_NAMES.has(event.event);
}

async function* known(events: AsyncGenerator<ServerEvent>): AsyncGenerator<Told> {
  for await (const raw of events) {
    // A newer server may send events that this page does not know yet.
    if (!ASK_NAMES.has(raw.event) && !RESEARCH_NAMES.has(raw.event)) continue;
    const told = { event: raw.event, data: JSON.parse(raw.data) as unknown } as AskEvent;
    yield { told, id: raw.id ?? null };
  }
}
