import { beforeEach, expect, it, vi } from 'vitest';

import type { AskEvent } from '../../api/ask-stream';
import { anEstimate } from '../../app/test-page';
import { type LiveAnswer, reduceLive } from './answer-stream';
import { stopOf } from './stop-answer';

const BEGUN: AskEvent = {
  event: 'research',
  data: {
    run: {
      id: 'res1',
      room_id: 'r1',
      thread_id: 't1',
      answer_id: 'a1',
      question: 'מה?',
      model: 'model',
      created_at: '2026-11-30T10:00:00Z',
      state: 'running',
    },
    estimate: anEstimate(),
    resumed: false,
  },
};
const HALTED: AskEvent = { event: 'halted', data: { reason: 'person' } };
const WRITING: AskEvent = { event: 'stage', data: { stage: 'writing' } };

function researchAfter(...events: AskEvent[]): LiveAnswer | null {
  const begun = reduceLive(null, { type: 'ask', question: 'מה?', threadId: null, isDeep: true });
  return events.reduce((live, event) => reduceLive(live, { type: 'event', event }), begun);
}

function stoppedAddress(): string | undefined {
  const request = vi.mocked(globalThis.fetch).mock.calls[0]?.[0];
  return request instanceof Request ? new URL(request.url).pathname : undefined;
}

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
});

it('has nothing to stop before the server has said where the answer will be', () => {
  expect(stopOf(researchAfter())).toBeNull();
});

it('ends the searching of a research, and not its answer', async () => {
  await stopOf(researchAfter(BEGUN));
  expect(stoppedAddress()).toBe('/api/research/res1/stop');
});

it.each([
  ['the search has been stopped', [BEGUN, HALTED]],
  ['the answer is being written', [BEGUN, WRITING]],
])('ends the writing once %s', async (_when, events) => {
  await stopOf(researchAfter(...events));
  expect(stoppedAddress()).toBe('/api/answers/a1/stop');
});

it('can be pressed again when the search has heard the first Stop', () => {
  const stopping = reduceLive(researchAfter(BEGUN), { type: 'stopping' });
  expect(stopping?.isStopping).toBe(true);
  expect(reduceLive(stopping, { type: 'event', event: HALTED })?.isStopping).toBe(false);
});

it('is no longer under way where the server closed in between, and is no error', () => {
  const paused = researchAfter(BEGUN, { event: 'paused', data: { run_id: 'res1' } });
  expect(paused).toMatchObject({ isRunning: false, error: null, research: { isPaused: true } });
});
