import type { AskEvent } from './ask-stream';
import { type ApiError, toApiError } from './problem';
import { pause, reconnectDelay } from './waiting';

/** An event with the id after which its stream can be read on; null where it has none. */
export interface Told {
  told: AskEvent;
  id: string | null;
}

/** Where an answer is kept, by which its stream is found again. */
export interface AnswerPlace {
  threadId: string;
  answerId: string;
}

type ReadOn = (place: AnswerPlace, lastId: string) => AsyncGenerator<Told>;

// About two minutes, by the growing waits between them.
const MOST_FAILURES = 12;

/**
 * Yield an answer's events to its end, reading on after each loss of the connection.
 *
 * Nothing is told twice and nothing left out: the server is asked for what comes after the last
 * event that was read. `lost` and `found` tell of the connection. Throws `ApiError` where the
 * server refuses, and where a connection is lost before it has said where the answer is kept.
 */
export async function* resuming(
  first: AsyncGenerator<Told>,
  readOn: ReadOn,
  signal: AbortSignal,
  known: AnswerPlace | null = null,
): AsyncGenerator<AskEvent> {
  let place = known;
  let lastId = '0';
  let failures = 0;
  for (let events = first; ; events = readOn(place, lastId)) {
    try {
      for await (const { told, id } of events) {
        if (failures > 0) yield { event: 'found', data: null };
        failures = 0;
        lastId = id ?? lastId;
        place = placeOf(told) ?? place;
        yield told;
      }
      return;
    } catch (error) {
      const failure = toApiError(error);
      failures += 1;
      if (place === null || !isLoss(failure) || failures > MOST_FAILURES) throw failure;
      yield { event: 'lost', data: null };
    }
    await pause(reconnectDelay(failures - 1), signal);
    if (signal.aborted) return;
  }
}

function placeOf({ event, data }: AskEvent): AnswerPlace | null {
  if (event === 'thread') return { threadId: data.thread_id, answerId: data.answer_id };
  if (event !== 'research') return null;
  return { threadId: data.run.thread_id, answerId: data.run.answer_id };
}

/** Whether the connection or something on the way failed, and not the server's own word. */
function isLoss({ problem }: ApiError): boolean {
  return problem.status === 0 || problem.status >= 502;
}
