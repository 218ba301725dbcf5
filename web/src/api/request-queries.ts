import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { components } from './schema';

export type RecentRequest = components['schemas']['RecentRequest'];
export type SentRequest = components['schemas']['SentRequest'];
export type RequestDetail = components['schemas']['SentRequestDetail'];
export type RequestSegment = components['schemas']['RequestSegment'];
export type CacheAudit = components['schemas']['CacheAudit'];
export type TrajectoryDetail = components['schemas']['TrajectoryDetail'];
export type TrajectoryEvent = components['schemas']['TrajectoryEvent'];

const PAGE = 50;

/** The newest requests, a page after another. */
export const recentRequestsQuery = infiniteQueryOptions({
  queryKey: ['requests'],
  queryFn: ({ pageParam }) =>
    bodyOf(
      api.GET('/api/requests', {
        params: { query: { limit: PAGE, ...(pageParam && { after: pageParam }) } },
      }),
    ),
  initialPageParam: '',
  getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.id ?? null)),
});

/** One request as it was sent; it never changes, but a deleted document's words go from it. */
export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', requestId],
    queryFn: () =>
      bodyOf(
        api.GET('/api/requests/{request_id}', { params: { path: { request_id: requestId } } }),
      ),
    staleTime: 60_000,
  });

/** What else was sent for the same thread or trajectory, oldest first. */
export const requestsOfQuery = (ownerId: string) =>
  queryOptions({
    queryKey: ['requests', 'of', ownerId],
    queryFn: () =>
      isTrajectory(ownerId)
        ? bodyOf(
            api.GET('/api/trajectories/{trajectory_id}/requests', {
              params: { path: { trajectory_id: ownerId } },
            }),
          )
        : bodyOf(
            api.GET('/api/threads/{thread_id}/requests', {
              params: { path: { thread_id: ownerId } },
            }),
          ),
    staleTime: 30_000,
  });

export const trajectoryQuery = (trajectoryId: string) =>
  queryOptions({
    queryKey: ['trajectories', trajectoryId],
    queryFn: () =>
      bodyOf(
        api.GET('/api/trajectories/{trajectory_id}', {
          params: { path: { trajectory_id: trajectoryId } },
        }),
      ),
    staleTime: 30_000,
  });

/** Ids say what they are of. */
export function isTrajectory(ownerId: string): boolean {
  return ownerId.startsWith('trj_');
}
