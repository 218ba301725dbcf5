import { api, done } from '../../api/client';
import type { LiveAnswer } from './answer-stream';

/**
 * Ask the server to end what is under way: a research's searching first, then the writing.
 *
 * Null where the server has not yet said what could be stopped.
 */
export function stopOf(live: LiveAnswer | null): Promise<void> | null {
  const research = live?.research;
  if (research?.runId && research.halted === null && live?.stage === null) {
    const params = { path: { run_id: research.runId } };
    return done(api.POST('/api/research/{run_id}/stop', { params }));
  }
  if (!live?.answerId) return null;
  const params = { path: { answer_id: live.answerId } };
  return done(api.POST('/api/answers/{answer_id}/stop', { params }));
}
