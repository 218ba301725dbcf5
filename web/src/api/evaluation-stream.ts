import { postForEvents } from './post-stream';
import type {
  EvaluationBegunEvent,
  EvaluationDoneEvent,
  EvaluationProgressEvent,
  Problem,
} from './types';

interface EvaluationPayloads {
  evaluation: EvaluationBegunEvent;
  progress: EvaluationProgressEvent;
  done: EvaluationDoneEvent;
  error: Problem;
}

export type EvaluationEvent = {
  [Name in keyof EvaluationPayloads]: { event: Name; data: EvaluationPayloads[Name] };
}[keyof EvaluationPayloads];

const NAMES: ReadonlySet<string> = new Set<keyof EvaluationPayloads>([
  'evaluation',
  'progress',
  'done',
  'error',
]);

/** Ask the room its own questions and yield how far it has come; throws as `postForEvents`. */
export async function* evaluate(
  roomId: string,
  signal: AbortSignal,
): AsyncGenerator<EvaluationEvent> {
  const path = `/api/rooms/${encodeURIComponent(roomId)}/evaluation/runs`;
  for await (const raw of postForEvents(path, { refusals: true }, signal)) {
    if (!NAMES.has(raw.event)) continue;
    yield { event: raw.event, data: JSON.parse(raw.data) as unknown } as EvaluationEvent;
  }
}
