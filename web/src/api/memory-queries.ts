import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type MemoryBacklog = Schemas['Backlog'];
export type MemoryContext = WithFacts<Schemas['MemoryContext']>;
export type MemoryEntity = Schemas['Entity'];
export type MemoryErasure = Partial<Schemas['EraseRequest']>;
/** A pair of numbers is a list of them, once it has come over the wire. */
export type MemoryFact = Omit<Schemas['Fact'], 'quote'> & { quote: number[] };
export type MemoryGraph = WithFacts<Schemas['Graph']>;
export type MemoryMerge = Schemas['Merge'];
export type MemoryMessage = Schemas['LoggedMessage'];
export type MemoryReceipt = Schemas['Receipt'];
export type MemoryReview = Schemas['ReviewDetail'];
export type MemoryThread = Schemas['ThreadHead'];
export type MemoryWhatGoes = WithFacts<Schemas['WhatGoes']>;
export type MemoryWhy = Omit<Schemas['Why'], 'fact' | 'chain'> & {
  fact: MemoryFact;
  chain: MemoryFact[];
};

type WithFacts<Shape> = Omit<Shape, 'facts'> & { facts: MemoryFact[] };

const BACKLOG_POLL_MS = 3_000;

/** Whose memory; undefined: the reader's own. */
export type Tenant = string | undefined;

/** Instants with their offset; undefined: now, and by all that is known. */
export interface MemoryTimes {
  asOf?: string | undefined;
  believedAt?: string | undefined;
}

export const memoryKey = (tenant: Tenant) => ['memory', tenant ?? null] as const;

const whose = (tenant: Tenant) => (tenant === undefined ? {} : { tenant });

export const memoryThreadsQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'threads'],
    queryFn: () =>
      bodyOf(api.GET('/api/memory/threads', { params: { query: whose(tenant) } })),
  });

export const memoryMessagesQuery = (tenant: Tenant, thread: string) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'messages', thread],
    queryFn: () =>
      bodyOf(
        api.GET('/api/memory/messages', {
          params: { query: { ...whose(tenant), thread, limit: 10_000 } },
        }),
      ),
  });

export const memoryEntitiesQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'entities'],
    queryFn: () =>
      bodyOf(api.GET('/api/memory/entities', { params: { query: whose(tenant) } })),
  });

/** Every fact of every entity, history among them, each with its state at the instants. */
export const memoryFactsQuery = (tenant: Tenant, times: MemoryTimes = {}) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'facts', times.asOf ?? null, times.believedAt ?? null],
    queryFn: () =>
      bodyOf(
        api.GET('/api/memory/facts', {
          params: {
            query: {
              ...whose(tenant),
              everyone: true,
              history: true,
              as_of: times.asOf ?? null,
              believed_at: times.believedAt ?? null,
            },
          },
        }),
      ),
  });

export const memoryFactQuery = (tenant: Tenant, factId: string) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'fact', factId],
    queryFn: () =>
      bodyOf(
        api.GET('/api/memory/facts/{fact_id}', {
          params: { path: { fact_id: factId }, query: whose(tenant) },
        }),
      ),
  });

export const memoryGraphQuery = (
  tenant: Tenant,
  entity: string,
  hops: number,
  asOf: string | undefined,
) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'graph', entity, hops, asOf ?? null],
    queryFn: () =>
      bodyOf(
        api.GET('/api/memory/graph', {
          params: { query: { ...whose(tenant), entity, hops, as_of: asOf ?? null } },
        }),
      ),
  });

export const memoryReviewsQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'reviews'],
    queryFn: () => bodyOf(api.GET('/api/memory/reviews', { params: { query: whose(tenant) } })),
  });

export const memoryMergesQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'merges'],
    queryFn: () => bodyOf(api.GET('/api/memory/merges', { params: { query: whose(tenant) } })),
  });

export const memoryReceiptsQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'receipts'],
    queryFn: () => bodyOf(api.GET('/api/memory/erasures', { params: { query: whose(tenant) } })),
  });

export const memoryBacklogQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'backlog'],
    queryFn: () => bodyOf(api.GET('/api/memory/backlog', { params: { query: whose(tenant) } })),
    refetchInterval: (query) =>
      (query.state.data?.waiting_for_a_model ?? 0) > 0 ? BACKLOG_POLL_MS : false,
  });

/** What memory gives for some words of a conversation, at two instants. */
export const memoryRecallQuery = (
  tenant: Tenant,
  words: { question: string; thread: string },
  times: MemoryTimes,
) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'recall', words, times.asOf ?? null, times.believedAt ?? null],
    queryFn: () =>
      bodyOf(
        api.POST('/api/memory/recall', {
          params: { query: whose(tenant) },
          body: {
            question: words.question,
            thread: words.thread,
            turns: false,
            as_of: times.asOf ?? null,
            believed_at: times.believedAt ?? null,
          },
        }),
      ),
  });

export const memoryPreviewQuery = (tenant: Tenant, erasure: MemoryErasure) =>
  queryOptions({
    queryKey: [...memoryKey(tenant), 'preview', erasure],
    queryFn: () =>
      bodyOf(
        api.POST('/api/memory/erasures/preview', {
          params: { query: whose(tenant) },
          body: wholeErasure(erasure),
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** The requests that were sent to a model in a conversation that is a room's thread. */
export const threadRequestsQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['threads', threadId, 'requests'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/threads/{thread_id}/requests', { params: { path: { thread_id: threadId } } }),
      ),
    retry: false,
  });

export function wholeErasure(erasure: MemoryErasure): Schemas['EraseRequest'] {
  return { whole_thread: false, everything: false, ...erasure };
}

/** Each change of memory, as the server takes it. */
export const memoryActs = {
  say: (tenant: Tenant, body: { thread: string; text: string; at: string | null; role: 'user' | 'assistant'; speaker: string }) =>
    bodyOf(
      api.POST('/api/memory/messages', {
        params: { query: whose(tenant) },
        body: { ...body, id: '', zone: '', injected: [], context_tokens: 0 },
      }),
    ),
  sample: (tenant: Tenant) =>
    bodyOf(api.POST('/api/memory/sample', { params: { query: whose(tenant) } })),
  decide: (tenant: Tenant, body: { ids: string[]; verdict: 'accept' | 'refuse'; by: string; reason: string }) =>
    bodyOf(api.POST('/api/memory/reviews/verdict', { params: { query: whose(tenant) }, body })),
  amend: (tenant: Tenant, reviewId: string, body: { value: string; by: string; reason: string }) =>
    bodyOf(
      api.POST('/api/memory/reviews/{review_id}/amend', {
        params: { path: { review_id: reviewId }, query: whose(tenant) },
        body,
      }),
    ),
  merge: (tenant: Tenant, body: { kept: string; absorbed: string; reason: string; by: string }) =>
    bodyOf(api.POST('/api/memory/merges', { params: { query: whose(tenant) }, body })),
  undoMerge: (tenant: Tenant, mergeId: string) =>
    bodyOf(
      api.POST('/api/memory/merges/{merge_id}/undo', {
        params: { path: { merge_id: mergeId }, query: whose(tenant) },
      }),
    ),
  erase: (tenant: Tenant, erasure: MemoryErasure) =>
    bodyOf(
      api.POST('/api/memory/erasures', {
        params: { query: whose(tenant) },
        body: wholeErasure(erasure),
      }),
    ),
  retry: (tenant: Tenant) =>
    bodyOf(api.POST('/api/memory/backlog/retry', { params: { query: whose(tenant) } })),
};

/** Where the log, or the graph, is fetched as a file. */
export function memoryFile(kind: 'export' | 'cypher', tenant: Tenant): string {
  const query = tenant === undefined ? '' : `?${new URLSearchParams({ tenant })}`;
  return `/api/memory/${kind}${query}`;
}
