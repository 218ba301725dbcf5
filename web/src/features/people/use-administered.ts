import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { allRoomsQuery, type Person, peopleQuery } from '../../api/people-queries';

interface NewPerson {
  email: string;
  name: string;
  administrator: boolean;
}

type Change = Partial<Pick<Person, 'administrator' | 'disabled'>>;

/** Everything that an administrator does with people's accounts. */
export function useAdministered() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey, exact: true });
  const add = useMutation({
    mutationFn: (person: NewPerson) =>
      bodyOf(api.POST('/api/people', { body: { ...person, password: '' } })),
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: Change & { id: string }) =>
      bodyOf(api.PATCH('/api/people/{user_id}', { params: { path: { user_id: id } }, body })),
    onSuccess: refresh,
  });
  const link = useMutation({
    mutationFn: (id: string) =>
      bodyOf(
        api.POST('/api/people/{user_id}/password-link', { params: { path: { user_id: id } } }),
      ),
  });
  const giveRoom = useMutation({
    mutationFn: ({ roomId, userId }: { roomId: string; userId: string }) =>
      done(
        api.PUT('/api/administration/rooms/{room_id}/owner', {
          params: { path: { room_id: roomId } },
          body: { user_id: userId },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: allRoomsQuery.queryKey }),
  });
  return { add, change, link, giveRoom };
}
