import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { roomQuery, roomsQuery } from '../../api/queries';
import type { Room } from '../../api/types';

export interface RoomDraft {
  name: string;
  ocrLanguages: string[];
}

/** The list of rooms and everything that changes it. */
export function useRooms() {
  const queries = useQueryClient();
  const refresh = () =>
    queries.invalidateQueries({ queryKey: roomsQuery.queryKey, exact: true });
  const rooms = useQuery(roomsQuery);

  const create = useMutation({
    mutationFn: (draft: RoomDraft) => bodyOf(api.POST('/api/rooms', { body: toBody(draft) })),
    onSuccess: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, draft }: { id: string; draft: RoomDraft }) =>
      bodyOf(
        api.PATCH('/api/rooms/{room_id}', {
          params: { path: { room_id: id } },
          body: toBody(draft),
        }),
      ),
    onSuccess: (room: Room) => {
      queries.setQueryData(roomQuery(room.id).queryKey, room);
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      done(api.DELETE('/api/rooms/{room_id}', { params: { path: { room_id: id } } })),
    onSuccess: (_nothing, id) => {
      queries.removeQueries({ queryKey: roomQuery(id).queryKey });
      return refresh();
    },
  });
  const archive = useMutation({
    mutationFn: (room: Room) =>
      bodyOf(
        api.PATCH('/api/rooms/{room_id}', {
          params: { path: { room_id: room.id } },
          body: { archived: !room.archived_at },
        }),
      ),
    onSuccess: (room: Room) => {
      queries.setQueryData(roomQuery(room.id).queryKey, room);
      return refresh();
    },
  });
  const leave = useMutation({
    mutationFn: (id: string) =>
      done(api.POST('/api/rooms/{room_id}/leave', { params: { path: { room_id: id } } })),
    onSuccess: refresh,
  });
  const loadSample = useMutation({
    mutationFn: () => bodyOf(api.POST('/api/sample')),
    onSuccess: refresh,
  });
  return { rooms, create, update, remove, archive, leave, loadSample };
}

function toBody(draft: RoomDraft) {
  return { name: draft.name.trim(), ocr_languages: draft.ocrLanguages };
}
