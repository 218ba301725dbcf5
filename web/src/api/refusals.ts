import type { QueryClient } from '@tanstack/react-query';

import { isClosed, isSessionNeeded } from './problem';
import { meQuery, roomsQuery } from './queries';

/**
 * Ask anew for what a refusal puts in doubt: who is signed in, or which rooms are open and what one
 * may do in them. Others change both while this page stands.
 *
 * For every error that does not come by way of a query or a mutation of the cache, too.
 */
export function heed(queries: QueryClient, error: unknown): void {
  if (isSessionNeeded(error)) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (isClosed(error)) void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfRooms(queryKey) });
}

/** Whether a key is that of the list of rooms or of one room, and not of what is in it. */
export function isOfRooms(queryKey: readonly unknown[]): boolean {
  return queryKey[0] === roomsQuery.queryKey[0] && queryKey.length <= 2;
}
