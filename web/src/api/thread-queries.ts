import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { ThreadDetail } from './types';

/** As many turns as a reader looks at before more of them can be there; each takes time to draw. */
const TURNS = 15;

/** A thread with its newest answers, or with those before one of them. */
export function readThread(threadId: string, before: string | null): Promise<ThreadDetail> {
  const query = before === null ? { newest: TURNS } : { newest: TURNS, before };
  const params = { path: { thread_id: threadId }, query };
  return bodyOf(api.GET('/api/threads/{thread_id}', { params }));
}

/** A room's threads in which words stand; blank: all of them. Under the key of the whole list. */
export const foundThreadsQuery = (roomId: string, text: string, archived: boolean) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'threads', { text, archived }],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/threads', {
          params: { path: { room_id: roomId }, query: { text, archived } },
        }),
      ),
  });

/** Questions that the room's documents answer; they change as the documents do. */
export const suggestionsQuery = (roomId: string, chunks: number) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'suggestions', chunks],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/suggestions', { params: { path: { room_id: roomId } } })),
    staleTime: Infinity,
  });
