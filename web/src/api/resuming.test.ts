import { expect, it, vi } from 'vitest';

import type { AskEvent } from './ask-stream';
import { ApiError, toApiError, toProblem } from './problem';
import { resuming, type Told } from './resuming';

const BEGUN: AskEvent = { event: 'thread', data: { thread_id: 't1', answer_id: 'a1' } };
const word = (text: string): AskEvent => ({ event: 'text', data: { text } });

async function* stream(tell: [AskEvent, string][], failure?: ApiError): AsyncGenerator<Told> {
  for (const [told, id] of tell) yield await Promise.resolve({ told, id });
  if (failure) throw failure;
}

async function read(events: AsyncGenerator<AskEvent>): Promise<AskEvent[]> {
  const found: AskEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

it('reads on after the last event, so that no word is doubled or lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 600 });
  const readOn = vi
    .fn()
    .mockReturnValueOnce(stream([], new ApiError(toProblem(null, 502))))
    .mockReturnValueOnce(stream([[word('ימים'), '5']]));
  const first = stream([[BEGUN, '1'], [word('22 '), '4']], toApiError(null));
  const found = await read(resuming(first, readOn, new AbortController().signal));
  vi.useRealTimers();
  expect(found.map(({ event }) => event)).toEqual(['thread', 'text', 'lost', 'lost', 'found', 'text']);
  expect(found.map((each) => (each.event === 'text' ? each.data.text : '')).join('')).toBe('22 ימים');
  expect(readOn.mock.calls).toEqual([
    [{ threadId: 't1', answerId: 'a1' }, '4'],
    [{ threadId: 't1', answerId: 'a1' }, '4'],
  ]);
});

it.each([
  ['the server refuses to go on', [[BEGUN, '1']], new ApiError(toProblem(null, 404))],
  ['it is not known where the answer is kept', [], toApiError(null)],
] as [string, [AskEvent, string][], ApiError][])('ends with the reason where %s', async (_when, tell, failure) => {
  const readOn = vi.fn();
  await expect(read(resuming(stream(tell, failure), readOn, new AbortController().signal))).rejects.toBe(failure);
  expect(readOn).not.toHaveBeenCalled();
});
