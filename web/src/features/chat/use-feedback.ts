import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { api, done } from '../../api/client';
import { threadQuery } from '../../api/queries';
import type { Feedback } from '../../api/types';

/** What is said of an answer; null takes back what was said. */
export type Judgement = Pick<Feedback, 'verdict' | 'reason'> | null;

/** Say of the open thread's answers whether they helped; shown at once, and taken back on failure. */
export function useFeedback(threadId: string | null) {
  const queries = useQueryClient();
  const { queryKey } = threadQuery(threadId ?? '');
  const { mutate } = useMutation({
    mutationFn: ({ answerId, said }: { answerId: string; said: Judgement }) => {
      const params = { path: { answer_id: answerId } };
      return said === null
        ? done(api.DELETE('/api/answers/{answer_id}/feedback', { params }))
        : done(api.PUT('/api/answers/{answer_id}/feedback', { params, body: said }));
    },
    onMutate: ({ answerId, said }) => {
      queries.setQueryData(queryKey, (thread) => {
        if (thread === undefined) return thread;
        const others = thread.feedback.filter((each) => each.answer_id !== answerId);
        const own = said && { ...said, answer_id: answerId, created_at: new Date().toISOString() };
        return { ...thread, feedback: own ? [...others, own] : others };
      });
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
  return useCallback((answerId: string, said: Judgement) => mutate({ answerId, said }), [mutate]);
}
