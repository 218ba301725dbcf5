import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';

import { api, bodyOf } from '../api/client';
import { toApiError, UNREACHABLE } from '../api/problem';

const CALM_MS = 30_000;
const LOST_MS = 3_000;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** What the page can reach: all of it, not the server, or no network at all. */
export type Connection = 'open' | 'no_server' | 'no_network';

/**
 * Watch the way to the server, asking often while it is lost; once it is back, whatever failed in
 * the meantime is asked for anew.
 *
 * A device without a network may well reach a server on itself, so the server's answer decides.
 */
export function useConnection(): { connection: Connection; tryNow: () => void } {
  const queries = useQueryClient();
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => bodyOf(api.GET('/api/health')),
    networkMode: 'always',
    retry: 1,
    staleTime: 0,
    refetchInterval: (query) => (query.state.status === 'error' ? LOST_MS : CALM_MS),
  });
  const isLost = health.isError && isOutOfReach(health.error);

  const { refetch } = health;
  const hadNetwork = useRef(hasNetwork);
  const wasLost = useRef(isLost);
  useEffect(() => {
    if (hadNetwork.current !== hasNetwork) void refetch();
    hadNetwork.current = hasNetwork;
  }, [hasNetwork, refetch]);
  useEffect(() => {
    if (wasLost.current && !isLost) void refetchFailed(queries);
    wasLost.current = isLost;
  }, [isLost, queries]);

  const lost = hasNetwork ? 'no_server' : 'no_network';
  return { connection: isLost ? lost : 'open', tryNow: () => void refetch() };
}

/** A server behind a proxy is out of reach when the proxy answers in its place. */
function isOutOfReach(error: unknown): boolean {
  const { code, status } = toApiError(error).problem;
  return code === UNREACHABLE || status === BAD_GATEWAY || status === GATEWAY_TIMEOUT;
}

function refetchFailed(queries: ReturnType<typeof useQueryClient>) {
  return queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
