import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { api, bodyOf, done } from '../../api/client';
import type { ApiError } from '../../api/problem';
import { documentsQuery, roomQuery, roomsQuery } from '../../api/queries';
import { followDocuments } from '../../api/room-events';
import type { KesherDocument } from '../../api/types';
import { useUploads } from './use-uploads';

const byId = (id: string) => ({ params: { path: { document_id: id } } });

/** A room's documents, kept true by the server's events, and all that can be done to them. */
export function useDocuments(roomId: string) {
  const queries = useQueryClient();
  const documents = useQuery(documentsQuery(roomId));
  const refresh = () => queries.invalidateQueries({ queryKey: documentsQuery(roomId).queryKey });
  const connection = useDocumentEvents(roomId);
  const uploads = useUploads(roomId, () => void refresh());

  const cancel = useMutation({
    mutationFn: (id: string) =>
      bodyOf(api.POST('/api/documents/{document_id}/cancel', byId(id))),
    onSettled: refresh,
  });
  const retry = useMutation({
    mutationFn: (id: string) => bodyOf(api.POST('/api/documents/{document_id}/retry', byId(id))),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => done(api.DELETE('/api/documents/{document_id}', byId(id))),
    onSuccess: async () => {
      await refresh();
      // Answers that rest on it now bear a tombstone.
      await queries.invalidateQueries({ queryKey: ['threads'] });
    },
  });
  return { documents, connection, uploads, cancel, retry, remove };
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
    void followDocuments(roomId, { onDocuments, onConnection: setLost }, controller.signal);
    return () => controller.abort();
  }, [queries, roomId]);
  return lost;
}
