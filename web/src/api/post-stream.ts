import { csrfHeaders } from './csrf';
import { ApiError, toApiError, toProblem } from './problem';
import { readEvents, type ServerEvent } from './sse';

// After these a stream of ours ends.
const LAST: ReadonlySet<string> = new Set(['done', 'error', 'paused']);

/** Read on a stream after the event of that id, as `postForEvents` reads one that it begins. */
export async function* getEventsAfter(
  path: string,
  lastId: string,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastId };
  yield* eventsOf(() => fetch(path, { headers, signal }), signal);
}

/**
 * Post to an address and yield the events of its stream until the last one.
 *
 * Throws `ApiError` where the request is refused, the server cannot be reached, or the stream ends
 * without `done`, `paused` or `error`. Aborting `signal` ends it without an error of ours.
 */
export async function* postForEvents(
  path: string,
  body: object | null,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  yield* eventsOf(() => post(path, body, signal), signal);
}

async function* eventsOf(
  send: () => Promise<Response>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  try {
    const response = await accepted(await send());
    for await (const event of readEvents(response.body ?? new ReadableStream())) {
      yield event;
      if (LAST.has(event.event)) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw toApiError(error);
  }
  if (!signal.aborted) throw toApiError(null);
}

function post(path: string, body: object | null, signal: AbortSignal): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      ...csrfHeaders(),
    },
    body: body === null ? null : JSON.stringify(body),
    signal,
  });
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => null);
  throw new ApiError(toProblem(problem, response.status));
}
