import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { api, bodyOf, done } from '../../api/client';
import { documentQuery } from '../../api/document-queries';
import type { ApiError } from '../../api/problem';
import { documentsQuery, roomQuery, roomsQuery } from '../../api/queries';
import { heed } from '../../api/refusals';
import { followDocuments } from '../../api/room-events';
import type { KesherDocument } from '../../api/types';
import { useDocumentList } from './use-document-list';
import { useUploads } from './use-uploads';

const byId = (id: string) => ({ params: { path: { document_id: id } } });

/** What becomes of a document's words in answers when it is deleted. */
export type Quotations = 'keep' | 'erase';

export interface Deletion {
  ids: string[];
  quotations: Quotations;
}

/** A room's documents, kept true by the server's events, and all that can be done to them. */
export function useDocuments(roomId: string) {
  const queries = useQueryClient();
  const documents = useQuery(documentsQuery(roomId));
  const refresh = () => queries.invalidateQueries({ queryKey: documentsQuery(roomId).queryKey });
  const connection = useDocumentEvents(roomId);
  const uploads = useUploads(roomId, () => void refresh());
  const list = useDocumentList(documents.data);

  const cancel = useMutation({
    mutationFn: (id: string) =>
      bodyOf(api.POST('/api/documents/{document_id}/cancel', byId(id))),
    onSettled: refresh,
  });
  const retry = useMutation({
    mutationFn: (ids: string[]) =>
      Promise.all(ids.map((id) => bodyOf(api.POST('/api/documents/{document_id}/retry', byId(id))))),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (deletion: Deletion) => removeAll(deletion),
    onSettled: async (_done, _error, { ids }) => {
      list.unselect(ids);
      for (const id of ids) {
        void queries.resetQueries({ queryKey: documentQuery(id).queryKey, exact: true });
      }
      await refresh();
      // Answers that rest on them now bear a tombstone.
      await queries.invalidateQueries({ queryKey: ['threads'] });
    },
  });
  const acts = useMemo(
    () => ({ cancel: cancel.mutate, retry: (ids: string[]) => retry.mutate(ids) }),
    [cancel.mutate, retry.mutate],
  );
  return { roomId, documents, connection, uploads, list, cancel, retry, remove, acts };
}

export type Documents = ReturnType<typeof useDocuments>;

/** One after the other: each is a transaction that others wait for. */
async function removeAll({ ids, quotations }: Deletion): Promise<void> {
  for (const id of ids) {
    const params = { ...byId(id).params, query: { quotations } };
    await done(api.DELETE('/api/documents/{document_id}', { params }));
  }
}

/** Follow the room's events into the cache; returns what cut the connection, or null. */
function useDocumentEvents(roomId: string): ApiError | null {
  const queries = useQueryClient();
  const [lost, setLost] = useState<ApiError | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const onDocuments = (documents: KesherDocument[]) => {
      queries.setQueryData(documentsQuery(roomId).queryKey, documents);
      void queries.invalidateQueries({ queryKey: roomQuery(roomId).queryKey, exact: true });
      void queries.invalidateQueries({ queryKey: roomsQuery.queryKey, exact: true });
    };
    const onConnection = (error: ApiError | null) => {
      setLost(error);
      heed(queries, error);
    };
    void followDocuments(roomId, { onDocuments, onConnection }, controller.signal);
    return () => controller.abort();
  }, [queries, roomId]);
  return lost;
}
