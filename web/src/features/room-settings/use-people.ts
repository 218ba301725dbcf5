import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { invitationsQuery, type Member, membersQuery } from '../../api/people-queries';
import type { GivenRole } from './roles';

export interface InvitationWish {
  role: GivenRole;
  hours: number;
  /** Null: any number. */
  uses: number | null;
}

/** Everything that changes who is in a room. */
export function usePeople(roomId: string) {
  const queries = useQueryClient();
  const path = { room_id: roomId };
  const membersKey = membersQuery(roomId).queryKey;
  const refreshMembers = () => queries.invalidateQueries({ queryKey: membersKey });
  const refreshInvitations = () =>
    queries.invalidateQueries({ queryKey: invitationsQuery(roomId).queryKey });

  const give = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: GivenRole }) =>
      done(
        api.PUT('/api/rooms/{room_id}/members/{user_id}', {
          params: { path: { ...path, user_id: userId } },
          body: { role },
        }),
      ),
    // Shown at once; what the server says replaces it, also where it refused.
    onMutate: ({ userId, role }) =>
      queries.setQueryData(membersKey, (members: Member[] | undefined) =>
        members?.map((each) => (each.user_id === userId ? { ...each, role } : each)),
      ),
    onSettled: refreshMembers,
  });
  const remove = useMutation({
    mutationFn: (userId: string) =>
      done(
        api.DELETE('/api/rooms/{room_id}/members/{user_id}', {
          params: { path: { ...path, user_id: userId } },
        }),
      ),
    onSuccess: async () => {
      await refreshMembers();
      await refreshInvitations();
    },
  });
  const invite = useMutation({
    mutationFn: (wish: InvitationWish) =>
      bodyOf(api.POST('/api/rooms/{room_id}/invitations', { params: { path }, body: wish })),
    onSuccess: refreshInvitations,
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) =>
      done(
        api.DELETE('/api/rooms/{room_id}/invitations/{invitation_id}', {
          params: { path: { ...path, invitation_id: invitationId } },
        }),
      ),
    onSuccess: refreshInvitations,
  });
  return { give, remove, invite, revoke };
}
