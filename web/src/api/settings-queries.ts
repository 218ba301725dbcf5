import { queryOptions } from '@tanstack/react-query';

import { api, bodyOf } from './client';
import type { components, paths } from './schema';

type Schemas = components['schemas'];

export type Backup = Schemas['Backup'];
export type Backups = Schemas['Backups'];
export type BackupStep = Schemas['BackupStep'];
export type Capability = Schemas['Capability'];
export type DoctorFinding = Schemas['DoctorFinding'];
export type Key = Schemas['Key'];
export type KeyCreate = Schemas['KeyCreate'];
export type ModelRole = Schemas['ModelRole'];
export type ModelShown = Schemas['ModelShown'];
export type ModelTried = Schemas['ModelTried'];
export type ModelWish = Schemas['ModelWish'];
export type RoomVectors = Schemas['RoomVectors'];
export type SettingInForce = Schemas['SettingInForce'];
export type Usage = Schemas['Usage'];
export type UsageBy = Schemas['UsageBy'];
export type UsageSums = Schemas['UsageSums'];
export type UsageQuery = NonNullable<paths['/api/usage']['get']['parameters']['query']>;

const UNDER_WAY_POLL_MS = 1_500;
const IDLE_POLL_MS = 15_000;

export const modelsQuery = queryOptions({
  queryKey: ['settings', 'models'],
  queryFn: () => bodyOf(api.GET('/api/settings/models')),
});

export const limitsQuery = queryOptions({
  queryKey: ['settings', 'limits'],
  queryFn: () => bodyOf(api.GET('/api/settings/limits')),
  staleTime: 60_000,
});

/** By whose vectors a room is searched; asked again and again while others grow. */
export const roomVectorsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'vectors'],
    queryFn: () =>
      bodyOf(api.GET('/api/rooms/{room_id}/vectors', { params: { path: { room_id: roomId } } })),
    refetchInterval: (query) => (isGrowing(query.state.data) ? UNDER_WAY_POLL_MS : IDLE_POLL_MS),
  });

/** The backups; while one is made its progress is asked for, whoever began it. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => bodyOf(api.GET('/api/backups')),
  refetchInterval: (query) => (query.state.data?.running ? UNDER_WAY_POLL_MS : IDLE_POLL_MS),
});

export const doctorQuery = queryOptions({
  queryKey: ['doctor'],
  queryFn: () => bodyOf(api.GET('/api/doctor')),
  staleTime: 0,
});

export const myKeysQuery = queryOptions({
  queryKey: ['keys', 'mine'],
  queryFn: () => bodyOf(api.GET('/api/me/keys')),
});

export const allKeysQuery = queryOptions({
  queryKey: ['keys', 'all'],
  queryFn: () => bodyOf(api.GET('/api/keys')),
});

/** What was taken: of everybody for an administrator, else of oneself. */
export const usageQuery = (whose: 'all' | 'mine', query: UsageQuery) =>
  queryOptions({
    queryKey: ['usage', whose, query],
    queryFn: () =>
      whose === 'all'
        ? bodyOf(api.GET('/api/usage', { params: { query } }))
        : bodyOf(api.GET('/api/me/usage', { params: { query } })),
    staleTime: 30_000,
  });

function isGrowing(vectors: RoomVectors | undefined): boolean {
  return vectors !== undefined && vectors.growing !== null && !vectors.stopped;
}
