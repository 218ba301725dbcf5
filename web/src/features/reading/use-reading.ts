import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { api, bodyOf, done } from '../../api/client';
import { documentQuery, pagesQuery, versionsQuery } from '../../api/document-queries';
import { documentsQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import type { Deletion } from '../documents/use-documents';

/** A document as it was read, its versions, and what can be done about them. */
export function useReading(roomId: string, document: KesherDocument) {
  const queries = useQueryClient();
  const pages = useQuery(pagesQuery(document));
  const versions = useQuery(versionsQuery(document.id));
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: versionsQuery(document.id).queryKey });
    await queries.invalidateQueries({ queryKey: documentQuery(document.id).queryKey, exact: true });
    await queries.invalidateQueries({ queryKey: documentsQuery(roomId).queryKey });
  };
  const coming = versions.data?.find((each) => !each.current && each.superseded_by === null) ?? null;
  useRefreshOnceDone(coming, () => void refresh());

  const reread = useMutation({
    mutationFn: (number: number) =>
      bodyOf(
        api.POST('/api/documents/{document_id}/pages/{number}/ocr', {
          params: { path: { document_id: document.id, number } },
        }),
      ),
    onSuccess: refresh,
  });
  const restore = useMutation({
    mutationFn: (id: string) =>
      bodyOf(
        api.POST('/api/documents/{document_id}/restore', { params: { path: { document_id: id } } }),
      ),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ ids, quotations }: Deletion) =>
      Promise.all(
        ids.map((id) =>
          done(
            api.DELETE('/api/documents/{document_id}', {
              params: { path: { document_id: id }, query: { quotations } },
            }),
          ),
        ),
      ),
    onSuccess: async (_done, { ids }) => {
      await queries.invalidateQueries({ queryKey: documentsQuery(roomId).queryKey });
      await queries.invalidateQueries({ queryKey: ['threads'] });
      if (!ids.includes(document.id)) await refresh();
    },
  });
  return { pages, versions, coming, reread, restore, remove };
}

export type Reading = ReturnType<typeof useReading>;

/** A version that was on its way and is not any more has changed what is current. */
function useRefreshOnceDone(coming: KesherDocument | null, refresh: () => void) {
  const former = useRef<string | null>(null);
  const id = coming?.id ?? null;
  useEffect(() => {
    if (former.current !== null && id !== former.current) refresh();
    former.current = id;
    // `refresh` is made anew at each drawing; what counts is which version is on its way.
  }, [id]);
}
