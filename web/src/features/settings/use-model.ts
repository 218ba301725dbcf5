import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf } from '../../api/client';
import { infoQuery } from '../../api/queries';
import { type ModelRole, modelsQuery, type ModelWish } from '../../api/settings-queries';

/** Trying, setting and unsetting the model of a role. */
export function useModel(role: ModelRole) {
  const queries = useQueryClient();
  const params = { path: { role } };
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: modelsQuery.queryKey });
    await queries.invalidateQueries({ queryKey: infoQuery.queryKey });
  };
  const test = useMutation({
    mutationFn: (body: ModelWish) =>
      bodyOf(api.POST('/api/settings/models/{role}/test', { params, body })),
  });
  const set = useMutation({
    mutationFn: (body: ModelWish) =>
      bodyOf(api.PUT('/api/settings/models/{role}', { params, body })),
    onSuccess,
  });
  const unset = useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/settings/models/{role}', { params })),
    onSuccess,
  });
  return { test, set, unset };
}
