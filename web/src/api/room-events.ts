import { ApiError, toApiError, toProblem } from './problem';
import { readEvents } from './sse';
import type { KesherDocument } from './types';
import { pause, reconnectDelay } from './waiting';

interface Listener {
  /** The room's whole list: at once, then at each change. */
  onDocuments: (documents: KesherDocument[]) => void;
  /** The error that cut the connection, or null once it stands again. */
  onConnection: (error: ApiError | null) => void;
}

/** Follow a room's documents until `signal` is aborted, connecting again after each loss. */
export async function followDocuments(
  roomId: string,
  { onDocuments, onConnection }: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const documents of connect(roomId, signal)) {
        failures = 0;
        onConnection(null);
        onDocuments(documents);
      }
    } catch (error) {
      if (signal.aborted) return;
      const known = toApiError(error);
      onConnection(known);
      if (isFinal(known)) return;
    }
    await pause(reconnectDelay(failures), signal);
    failures += 1;
  }
}

async function* connect(roomId: string, signal: AbortSignal): AsyncGenerator<KesherDocument[]> {
  const response = await fetch(`/api/rooms/${encodeURIComponent(roomId)}/events`, {
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || response.body === null) {
    const body: unknown = await response.json().catch(() => null);
    throw new ApiError(toProblem(body, response.status));
  }
  for await (const event of readEvents(response.body)) {
    if (event.event === 'documents') yield JSON.parse(event.data) as KesherDocument[];
  }
}

function isFinal(error: ApiError): boolean {
  // A missing room or a missing token does not come back by waiting.
  return error.problem.status >= 400 && error.problem.status < 500;
}
