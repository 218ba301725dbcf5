import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { KesherDocument } from './types';

const byId = (id: string) => ({ params: { path: { document_id: id } } });

export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', documentId],
    queryFn: () => bodyOf(api.GET('/api/documents/{document_id}', byId(documentId))),
    refetchInterval: (query) => (isUnderWay(query.state.data) ? 1_500 : false),
  });

/** All pages without their words. What was read of a document does not change but while it is read. */
export const pagesQuery = (document: Pick<KesherDocument, 'id' | 'updated_at'>) =>
  queryOptions({
    queryKey: ['documents', document.id, 'pages', 'all', document.updated_at],
    queryFn: () => bodyOf(api.GET('/api/documents/{document_id}/pages', byId(document.id))),
    staleTime: Infinity,
  });

/** The whole text, one entry a page; empty for a page that was not read. */
export const wholeTextQuery = (document: Pick<KesherDocument, 'id' | 'updated_at'>) =>
  queryOptions({
    queryKey: ['documents', document.id, 'text', document.updated_at],
    queryFn: async (): Promise<string[]> => {
      const call = api.GET('/api/documents/{document_id}/text', {
        ...byId(document.id),
        parseAs: 'text',
      });
      return ((await bodyOf(call)) as string).split('\f');
    },
    staleTime: Infinity,
  });

export const versionsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', documentId, 'versions'],
    queryFn: () => bodyOf(api.GET('/api/documents/{document_id}/versions', byId(documentId))),
    refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? 1_500 : false),
  });

/** What a room may hold and holds; only for whoever runs it. */
export const roomLimitsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'limits'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/limits', { params: { path: { room_id: roomId } } })),
    staleTime: 30_000,
  });

export const retentionQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'retention'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/retention', { params: { path: { room_id: roomId } } })),
    staleTime: 60_000,
  });

function isUnderWay(document: KesherDocument | undefined): boolean {
  return document !== undefined && ['queued', 'reading', 'embedding'].includes(document.state);
}

/** Where code points of a page's text stand on its picture. */
export const boxesQuery = (documentId: string, number: number, span: { start: number; end: number }) =>
  queryOptions({
    queryKey: ['documents', documentId, 'pages', number, 'boxes', span.start, span.end],
    queryFn: () =>
      bodyOf(
        api.GET('/api/documents/{document_id}/pages/{number}/boxes', {
          params: { path: { document_id: documentId, number }, query: span },
        }),
      ),
    staleTime: Infinity,
  });
