import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError, isSessionNeeded } from '../api/problem';
import { meQuery } from '../api/queries';
import { heed, isOfRooms } from '../api/refusals';

const RETRIES = 2;

/** The cache of what the server said; a refusal from anywhere makes it ask anew what that puts in doubt. */
export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // What answers the doubt would ask itself again and again.
        if (queryKey[0] === meQuery.queryKey[0]) return;
        if (isSessionNeeded(error) || !isOfRooms(queryKey)) heed(queries, error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.['ownSession']) heed(queries, error);
      },
    }),
    defaultOptions: {
      // A server on this very device is reached without any network.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && error.problem.retryable,
      },
    },
  });
  forgetOthers(queries);
  return queries;
}

/** Keep nothing of one person's for another who signs in after them, be it in another tab. */
function forgetOthers(queries: QueryClient): void {
  let known: string | null = null;
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== meQuery.queryKey[0]) return;
    const person = queries.getQueryData(meQuery.queryKey)?.person?.id ?? null;
    if (person === null || person === known) return;
    const isOther = known !== null;
    known = person;
    if (isOther) void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  });
}
