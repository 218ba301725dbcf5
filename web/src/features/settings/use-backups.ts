import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, done } from '../../api/client';
import { postForEvents } from '../../api/post-stream';
import { ApiError } from '../../api/problem';
import { type Backup, type Backups, type BackupStep, backupsQuery } from '../../api/settings-queries';
import type { Problem } from '../../api/types';

/** The backups and everything that changes them. Making one goes on when the page is left. */
export function useBackups() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: backupsQuery.queryKey });
  const backups = useQuery(backupsQuery);

  const showStep = (running: BackupStep) =>
    queries.setQueryData(backupsQuery.queryKey, (held: Backups | undefined) =>
      held === undefined ? held : { ...held, running },
    );
  const make = useMutation({
    mutationFn: () => makeBackup(showStep),
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: () => done(api.POST('/api/backups/stop')),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (name: string) =>
      done(api.DELETE('/api/backups/{name}', { params: { path: { name } } })),
    onSuccess: refresh,
  });
  return { backups, make, stop, remove };
}

/** Make a backup, telling each step; throws `ApiError` where it fails or is stopped. */
async function makeBackup(onStep: (step: BackupStep) => void): Promise<Backup> {
  const neverLeft = new AbortController().signal;
  for await (const { event, data } of postForEvents('/api/backups', null, neverLeft)) {
    const told: unknown = JSON.parse(data);
    if (event === 'progress') onStep(told as BackupStep);
    if (event === 'error') throw new ApiError(told as Problem);
    if (event === 'done') return told as Backup;
  }
  throw new Error('The stream of a backup ended without `done` or `error`.');
}
