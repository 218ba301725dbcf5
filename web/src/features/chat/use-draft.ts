import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import { meQuery } from '../../api/queries';
import { draftKey, keepDraft, readDraft } from './drafts';

/** What is written and not sent yet, kept for each person and conversation, also over a reload. */
export function useDraft(roomId: string, threadId: string | null) {
  const key = useDraftKey(roomId)(threadId);
  const [text, setText] = useState(() => readDraft(key));
  useEffect(() => setText(readDraft(key)), [key]);
  const write = useCallback(
    (next: string) => {
      setText(next);
      keepDraft(key, next);
    },
    [key],
  );
  return [text, write] as const;
}

/** Names a thread's draft of the person who is signed in: nothing is shown before that is known. */
export function useDraftKey(roomId: string) {
  const personId = useQueryClient().getQueryData(meQuery.queryKey)?.person?.id ?? null;
  return useCallback(
    (threadId: string | null) => draftKey({ personId, roomId, threadId }),
    [personId, roomId],
  );
}
