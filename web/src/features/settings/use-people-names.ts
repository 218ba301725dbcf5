import { useQuery } from '@tanstack/react-query';

import { api, bodyOf } from '../../api/client';

/** The names of the server's people by id, for whoever administers it; else none. */
export function usePeopleNames(isWanted: boolean): ReadonlyMap<string, string> {
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => bodyOf(api.GET('/api/people')),
    enabled: isWanted,
  });
  return new Map((people.data ?? []).map(({ id, name }) => [id, name]));
}
