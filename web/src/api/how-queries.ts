import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { components } from './schema';

export type SampleLine = components['schemas']['SampleLine'];

/** A line of the room's PDFs before it was read and after; null: none differs. */
export const sampleLineQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'sample-line'],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/sample-line', { params: { path: { room_id: roomId } } }),
      ),
    staleTime: Infinity,
  });
