import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type AdministeredRoom = Schemas['AdministeredRoom'];
export type AuditEvent = Schemas['AuditEventOut'];
export type AuditPage = Schemas['AuditPage'];
export type Invitation = Schemas['Invitation'];
export type Limits = Schemas['Limits'];
export type Member = Schemas['Member'];
export type NewInvitation = Schemas['NewInvitation'];
export type OpenSession = Schemas['OpenSession'];
export type PasswordLink = Schemas['PasswordLink'];
export type PasswordSet = Schemas['PasswordSet'];
export type Person = Schemas['Person'];
export type RetentionRule = Schemas['RetentionRule'];
export type RoomRole = Member['role'];
export type Usage = Schemas['Usage'];
export type UsageSums = Schemas['UsageSums'];

const AUDIT_PAGE = 50;

const ofRoom = (roomId: string) => ({ params: { path: { room_id: roomId } } });

export const membersQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'members'],
    queryFn: () => bodyOf(api.GET('/api/rooms/{room_id}/members', ofRoom(roomId))),
  });

export const invitationsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'invitations'],
    queryFn: () => bodyOf(api.GET('/api/rooms/{room_id}/invitations', ofRoom(roomId))),
  });

export const roomLimitsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'limits'],
    queryFn: () => bodyOf(api.GET('/api/rooms/{room_id}/limits', ofRoom(roomId))),
  });

export const retentionQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'retention'],
    queryFn: () => bodyOf(api.GET('/api/rooms/{room_id}/retention', ofRoom(roomId))),
  });

export type UsageBy = Usage['by'];

export const roomUsageQuery = (roomId: string, by: UsageBy, from: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'usage', by, from],
    queryFn: () =>
      bodyOf(
        api.GET('/api/rooms/{room_id}/usage', {
          params: { path: { room_id: roomId }, query: { by, from } },
        }),
      ),
  });

export const ownUsageQuery = (by: UsageBy, from: string) =>
  queryOptions({
    queryKey: ['me', 'usage', by, from],
    queryFn: () => bodyOf(api.GET('/api/me/usage', { params: { query: { by, from } } })),
  });

/** Which events are wanted; a field that is absent: whatever. */
export interface AuditWish {
  actor?: string;
  /** An action, or what one begins with (`room.`). */
  action?: string;
  since?: string;
  until?: string;
}

/** A room's events, or the whole server's for null, a page after the other, newest first. */
export const auditQuery = (roomId: string | null, wish: AuditWish) =>
  infiniteQueryOptions({
    queryKey: ['audit', roomId, wish],
    queryFn: ({ pageParam }): Promise<AuditPage> => {
      const query = { ...wish, limit: AUDIT_PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      if (roomId === null) return bodyOf(api.GET('/api/audit', { params: { query } }));
      const params = { path: { room_id: roomId }, query };
      return bodyOf(api.GET('/api/rooms/{room_id}/audit', { params }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page: AuditPage) => page.before,
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => bodyOf(api.GET('/api/people')),
});

export const personLimitsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'limits'],
    queryFn: () =>
      bodyOf(api.GET('/api/people/{user_id}/limits', { params: { path: { user_id: userId } } })),
  });

export const allRoomsQuery = queryOptions({
  queryKey: ['administration', 'rooms'],
  queryFn: () => bodyOf(api.GET('/api/administration/rooms')),
});

export const everybodysKeysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => bodyOf(api.GET('/api/keys')),
});

export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: () => bodyOf(api.GET('/api/me/sessions')),
});
