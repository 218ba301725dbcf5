import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { membersQuery } from '../../api/people-queries';
import { roomQuery, roomsQuery } from '../../api/queries';
import type { Room } from '../../api/types';

type RoomChange = Partial<{ name: string; ocr_languages: string[]; archived: boolean }>;

/** Everything that changes a room as a whole. */
export function useRoomActs(roomId: string) {
  const queries = useQueryClient();
  const params = { path: { room_id: roomId } };
  const refreshList = () =>
    queries.invalidateQueries({ queryKey: roomsQuery.queryKey, exact: true });

  const change = useMutation({
    mutationFn: (body: RoomChange) =>
      bodyOf(api.PATCH('/api/rooms/{room_id}', { params, body })),
    onSuccess: (room: Room) => {
      queries.setQueryData(roomQuery(roomId).queryKey, room);
      return refreshList();
    },
  });
  const remove = useMutation({
    mutationFn: () => done(api.DELETE('/api/rooms/{room_id}', { params })),
    onSuccess: refreshList,
  });
  const leave = useMutation({
    mutationFn: () => done(api.POST('/api/rooms/{room_id}/leave', { params })),
    onSuccess: refreshList,
  });
  const transfer = useMutation({
    mutationFn: (userId: string) =>
      done(api.POST('/api/rooms/{room_id}/transfer', { params, body: { user_id: userId } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: membersQuery(roomId).queryKey });
      await queries.invalidateQueries({ queryKey: roomQuery(roomId).queryKey, exact: true });
      await refreshList();
    },
  });
  return { change, remove, leave, transfer };
}
