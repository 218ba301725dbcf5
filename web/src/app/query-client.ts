import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError } from '../api/problem';
import { meQuery } from '../api/queries';

const RETRIES = 2;

/** The cache of what the server said; a refusal from anywhere makes it ask anew who is signed in. */
export function createQueryClient(): QueryClient {
  const watch = (error: unknown) => {
    if (isSessionNeeded(error)) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== meQuery.queryKey[0]) watch(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.['ownSession']) watch(error);
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
  return queries;
}

/** Whether nobody is signed in any more, or by another session than the one this page knows. */
export function isSessionNeeded(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.problem.status === 401 || error.problem.code === 'access.csrf';
}
