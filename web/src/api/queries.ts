import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import { rememberCsrf } from './csrf';
import { readThread } from './thread-queries';
import type { Info, Me, ResearchRun } from './types';

const PREPARING_POLL_MS = 2_000;
const RESEARCH_POLL_MS = 1_500;

/** Every read of the server that is kept, with the key it is kept under. */
export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: () => bodyOf(api.GET('/api/info')),
  staleTime: 60_000,
  refetchInterval: (query) => (isPreparing(query.state.data) ? PREPARING_POLL_MS : false),
});

/** Who asks, and how people come in; with it the page learns what its changes have to carry. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me> => {
    const me = await bodyOf(api.GET('/api/me'));
    rememberCsrf(me.csrf);
    return me;
  },
  staleTime: 60_000,
});

export const sampleQuestionsQuery = queryOptions({
  queryKey: ['sample', 'questions'],
  queryFn: () => bodyOf(api.GET('/api/sample/questions')),
  staleTime: Infinity,
});

export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: () => bodyOf(api.GET('/api/rooms')),
});

export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}', { params: { path: { room_id: roomId } } })),
  });

export const documentsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'documents'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/documents', { params: { path: { room_id: roomId } } })),
  });

export const threadsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'threads'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/threads', { params: { path: { room_id: roomId } } })),
  });

/** A thread with its newest answers; those before them are read as they are looked for. */
export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['threads', threadId],
    queryFn: () => readThread(threadId, null),
  });

export const placesQuery = (chunkId: string) =>
  queryOptions({
    queryKey: ['chunks', chunkId, 'places'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/chunks/{chunk_id}/places', { params: { path: { chunk_id: chunkId } } }),
      ),
    staleTime: Infinity,
  });

export const pageTextQuery = (documentId: string, number: number) =>
  queryOptions({
    queryKey: ['documents', documentId, 'pages', number, 'text'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/documents/{document_id}/pages/{number}/text', {
          params: { path: { document_id: documentId, number } },
        }),
      ),
    staleTime: Infinity,
  });

/** What a research of the question would take; it changes as the room's runs do. */
export const estimateQuery = (roomId: string, question: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'estimate', question],
    queryFn: () =>
      bodyOf(
        api.POST('/api/rooms/{room_id}/research/estimate', {
          params: { path: { room_id: roomId } },
          body: { text: question },
        }),
      ),
    staleTime: 60_000,
  });

export const researchesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'research'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/research', { params: { path: { room_id: roomId } } })),
    refetchInterval: (query) => (hasRunning(query.state.data) ? RESEARCH_POLL_MS : false),
  });

/** A run with its steps; while it is under way it is asked for again and again. */
export const researchQuery = (runId: string) =>
  queryOptions({
    queryKey: ['research', runId],
    queryFn: () =>
      bodyOf(api.GET('/api/research/{run_id}', { params: { path: { run_id: runId } } })),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? RESEARCH_POLL_MS : false),
  });

/** How an answer came about; it is stored with the answer and read as the room is today. */
export const recordQuery = (answerId: string) =>
  queryOptions({
    queryKey: ['answers', answerId, 'record'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/answers/{answer_id}/record', { params: { path: { answer_id: answerId } } }),
      ),
  });

/** The question's vector and its passages', as the room holds them today. */
export const recordVectorsQuery = (answerId: string) =>
  queryOptions({
    queryKey: ['answers', answerId, 'record', 'vectors'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/answers/{answer_id}/record/vectors', {
          params: { path: { answer_id: answerId } },
        }),
      ),
    staleTime: 60_000,
  });

export const sharedRecordQuery = (roomId: string, shareId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'shared', shareId],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/shared/{share_id}', {
          params: { path: { room_id: roomId, share_id: shareId } },
        }),
      ),
  });

export const sharesQuery = (answerId: string) =>
  queryOptions({
    queryKey: ['answers', answerId, 'shares'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/answers/{answer_id}/record/shares', {
          params: { path: { answer_id: answerId } },
        }),
      ),
  });

export const questionSetQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'evaluation', 'questions'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/evaluation/questions', {
          params: { path: { room_id: roomId } },
        }),
      ),
  });

export const evaluationsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'evaluation', 'runs'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/evaluation/runs', { params: { path: { room_id: roomId } } }),
      ),
  });

export const comparisonQuery = (roomId: string, before: string, after: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'evaluation', 'comparison', before, after],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/evaluation/comparison', {
          params: { path: { room_id: roomId }, query: { before, after } },
        }),
      ),
    staleTime: Infinity,
  });

function hasRunning(runs: ResearchRun[] | undefined): boolean {
  return runs !== undefined && runs.some(({ state }) => state === 'running');
}

function isPreparing(info: Info | undefined): boolean {
  return info !== undefined && !info.models.embedder_ready;
}
