import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { api, bodyOf, done } from '../../api/client';
import { threadQuery, threadsQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { usePendingDeletions } from './use-pending-deletions';

interface Change {
  id: string;
  title?: string;
  shared?: boolean;
  archived?: boolean;
}

/** What is done with the threads of a room. */
export function useThreadActions(
  roomId: string,
  threadId: string | null,
  onThread: (threadId: string | null) => void,
) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const refresh = useCallback(
    async (id: string) => {
      await queries.invalidateQueries({ queryKey: threadQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: threadsQuery(roomId).queryKey });
    },
    [queries, roomId],
  );
  const { mutate: change } = useMutation({
    mutationFn: ({ id, ...body }: Change) =>
      bodyOf(api.PATCH('/api/threads/{thread_id}', { params: { path: { thread_id: id } }, body })),
    onSuccess: (_thread, { id }) => refresh(id),
  });
  const remove = useCallback(
    async (id: string) => {
      // It may be the last that the page does.
      const request = { params: { path: { thread_id: id } }, keepalive: true };
      await done(api.DELETE('/api/threads/{thread_id}', request));
      queries.removeQueries({ queryKey: threadQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: threadsQuery(roomId).queryKey });
    },
    [queries, roomId],
  );
  const deletions = usePendingDeletions(remove);

  return useMemo(
    () => ({
      change,
      /** Threads that are about to be deleted: not shown any more, and still there. */
      leaving: deletions.leaving,
      archive: (id: string) => {
        change({ id, archived: true });
        if (id === threadId) onThread(null);
        notifyDone(t('threads.archived'), {
          label: t('threads.undo'),
          run: () => change({ id, archived: false }),
        });
      },
      remove: (id: string) => {
        deletions.begin(id);
        if (id === threadId) onThread(null);
        notifyDone(t('threads.deleted'), {
          label: t('threads.undo'),
          run: () => deletions.takeBack(id),
        });
      },
      branch: async (before: string, question: string) => {
        const params = { path: { thread_id: threadId ?? '' } };
        const body = { before, question };
        const made = await bodyOf(api.POST('/api/threads/{thread_id}/branches', { params, body }));
        if (threadId !== null) await refresh(threadId);
        return made.id;
      },
    }),
    [change, deletions, onThread, refresh, t, threadId],
  );
}

export type ThreadActions = ReturnType<typeof useThreadActions>;
