import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { ApiError, toProblem } from '../api/problem';
import { createQueryClient } from './query-client';

const refusal = (status: number, code: string) =>
  new ApiError(toProblem({ status, code, detail: 'No.', title: 'No', retryable: false }, status));

/** Look at a room, and then do in it what the server refuses. */
async function refusedIn(room: () => Promise<string>, error: ApiError) {
  const queries = createQueryClient();
  const watched = new QueryObserver(queries, { queryKey: ['rooms', 'r1'], queryFn: room });
  const leave = watched.subscribe(() => undefined);
  await vi.waitFor(() => expect(watched.getCurrentResult().data).toBe('נהלים'));
  const asked = queries.fetchQuery({
    queryKey: ['rooms', 'r1', 'threads'],
    queryFn: () => Promise.reject(error),
  });
  await expect(asked).rejects.toBe(error);
  return { watched, leave };
}

test('what is refused in a room makes the page ask, once, whether the room is still open', async () => {
  const gone = refusal(404, 'not_found');
  const room = vi.fn<() => Promise<string>>().mockResolvedValueOnce('נהלים').mockRejectedValue(gone);
  const { watched, leave } = await refusedIn(room, refusal(403, 'access.forbidden'));
  await vi.waitFor(() => expect(watched.getCurrentResult().error).toBe(gone));
  expect(room).toHaveBeenCalledTimes(2);
  leave();
});

test('a fault of the server puts no room in doubt', async () => {
  const room = vi.fn<() => Promise<string>>().mockResolvedValue('נהלים');
  const { leave } = await refusedIn(room, refusal(413, 'http.413'));
  expect(room).toHaveBeenCalledTimes(1);
  leave();
});

test('who signs in after somebody else, in any tab, finds nothing of theirs', async () => {
  const queries = createQueryClient();
  const signedIn = (id: string) => queries.setQueryData(['me'], { person: { id } });
  signedIn('usr_a');
  queries.setQueryData(['rooms'], ['חדר של אחרת']);
  queries.setQueryData(['me'], { person: null });
  signedIn('usr_a');
  expect(queries.getQueryData(['rooms'])).toBeDefined();
  signedIn('usr_b');
  await vi.waitFor(() => expect(queries.getQueryData(['rooms'])).toBeUndefined());
  expect(queries.getQueryData(['me'])).toBeDefined();
});
