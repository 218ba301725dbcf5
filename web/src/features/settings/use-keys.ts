import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf } from '../../api/client';
import { allKeysQuery, type KeyCreate, myKeysQuery } from '../../api/settings-queries';

/** One's own keys, or everybody's, and what changes them. */
export function useKeys(whose: 'mine' | 'all') {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['keys'] });
  const mine = useQuery({ ...myKeysQuery, enabled: whose === 'mine' });
  const all = useQuery({ ...allKeysQuery, enabled: whose === 'all' });
  const make = useMutation({
    mutationFn: (body: KeyCreate) => bodyOf(api.POST('/api/me/keys', { body })),
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => {
      const params = { path: { key_id: id } };
      return whose === 'mine'
        ? bodyOf(api.DELETE('/api/me/keys/{key_id}', { params }))
        : bodyOf(api.DELETE('/api/keys/{key_id}', { params }));
    },
    onSuccess,
  });
  return { keys: whose === 'mine' ? mine : all, make, revoke };
}
