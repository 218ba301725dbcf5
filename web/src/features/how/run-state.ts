import type { AskEvent } from '../../api/ask-stream';
import { ApiError } from '../../api/problem';
import type { StageEvent } from '../../api/types';

/** A question that was asked on this page, while its answer comes. */
export interface Run {
  question: string;
  stage: StageEvent['stage'] | null;
  text: string;
  /** Once it is stored whole. */
  answerId: string | null;
  isRunning: boolean;
  error: ApiError | null;
}

export type RunAction =
  | { type: 'ask'; question: string }
  | { type: 'event'; event: AskEvent }
  | { type: 'fail'; error: ApiError };

export function reduceRun(run: Run | null, action: RunAction): Run | null {
  if (action.type === 'ask') {
    const begun = { stage: null, text: '', answerId: null, isRunning: true, error: null };
    return { question: action.question, ...begun };
  }
  if (run === null) return null;
  if (action.type === 'fail') return { ...run, isRunning: false, error: action.error };
  const { event, data } = action.event;
  switch (event) {
    case 'stage':
      return { ...run, stage: data.stage };
    case 'text':
      return { ...run, text: run.text + data.text };
    case 'done':
      return { ...run, isRunning: false, answerId: data.answer.id };
    case 'error':
      return { ...run, isRunning: false, error: new ApiError(data) };
    default:
      return run;
  }
}
