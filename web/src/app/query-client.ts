import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError } from '../api/problem';

const RETRIES = 2;

/** The cache of what the server said; a 401 from anywhere calls for the token. */
export function createQueryClient(onSessionNeeded: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isSessionNeeded(error)) onSessionNeeded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.['ownSession']) watch(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && error.problem.retryable,
      },
    },
  });
}

export function isSessionNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 401;
}
