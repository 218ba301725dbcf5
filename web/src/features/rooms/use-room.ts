import { useQuery } from '@tanstack/react-query';

import { isClosed } from '../../api/problem';
import { roomQuery } from '../../api/queries';

/** The room as it is open to whoever looks; one that was deleted, or that lets them in no more, is not shown. */
export function useRoom(roomId: string) {
  const room = useQuery(roomQuery(roomId));
  // What was read before a refusal stays in the cache.
  return isClosed(room.error) ? { ...room, data: undefined } : room;
}
