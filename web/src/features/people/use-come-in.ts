import { useMutation, useQueryClient } from '@tanstack/react-query';

import { rememberCsrf } from '../../api/csrf';
import { meQuery } from '../../api/queries';
import type { Me } from '../../api/types';

// An invitation that was just used up would be looked for in vain.
const KEPT: ReadonlySet<unknown> = new Set(['me', 'invitation']);

interface Entry<Given> {
  come: (given: Given) => Promise<Me>;
  onIn?: (me: Me) => void;
}

/** Come in by one of the ways that open a session; whatever was kept of before is asked anew. */
export function useComeIn<Given>({ come, onIn }: Entry<Given>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: come,
    // A refusal is the form's own matter.
    meta: { ownSession: true },
    onSuccess: async (me) => {
      rememberCsrf(me.csrf);
      queries.setQueryData(meQuery.queryKey, me);
      await queries.resetQueries({ predicate: ({ queryKey }) => !KEPT.has(queryKey[0]) });
      onIn?.(me);
    },
  });
}
