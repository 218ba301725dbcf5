import { ApiError, toApiError, toProblem } from './problem';
import { readEvents, type ServerEvent } from './sse';
import type {
  AskRequest,
  Citation,
  DoneEvent,
  Problem,
  Retrieval,
  StageEvent,
  TextEvent,
  ThreadEvent,
} from './types';

/** What the stream of an answer may carry, by the name of its event. */
interface AskPayloads {
  thread: ThreadEvent;
  stage: StageEvent;
  retrieval: Retrieval;
  text: TextEvent;
  citation: Citation;
  done: DoneEvent;
  error: Problem;
}

export type AskEvent = {
  [Name in keyof AskPayloads]: { event: Name; data: AskPayloads[Name] };
}[keyof AskPayloads];

const NAMES: ReadonlySet<string> = new Set<keyof AskPayloads>([
  'thread',
  'stage',
  'retrieval',
  'text',
  'citation',
  'done',
  'error',
]);

/**
 * Ask a room and yield the answer's events until it is done.
 *
 * Throws `ApiError` where the question is refused, the server cannot be reached, or the stream
 * ends without `done` or `error`. Aborting `signal` ends it without an error of ours.
 */
export async function* ask(
  roomId: string,
  request: AskRequest,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  try {
    const response = await post(roomId, request, signal);
    for await (const raw of readEvents(response.body ?? new ReadableStream())) {
      const event = toAskEvent(raw);
      if (event === null) continue;
      yield event;
      if (event.event === 'done' || event.event === 'error') return;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw toApiError(error);
  }
  if (!signal.aborted) throw toApiError(null);
}

async function post(roomId: string, request: AskRequest, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`/api/rooms/${encodeURIComponent(roomId)}/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(request),
    signal,
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new ApiError(toProblem(body, response.status));
}

function toAskEvent(raw: ServerEvent): AskEvent | null {
  // A newer server may send events that this page does not know yet.
  if (!NAMES.has(raw.event)) return null;
  return { event: raw.event, data: JSON.parse(raw.data) as unknown } as AskEvent;
}
