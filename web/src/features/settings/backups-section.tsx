import { Button, Progress, Skeleton } from '@mantine/core';
import { useState } from 'react';

import type { Backups, BackupStep } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Directed } from '../../ui/directed';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { BackupList } from './backup-list';
import { CommandLine } from './command-line';
import classes from './settings.module.css';
import { useBackups } from './use-backups';

/** The backups: make one, fetch one, delete one; and how one is restored. */
export default function BackupsSection() {
  const { t } = useI18n();
  const { backups, make, stop, remove } = useBackups();
  const [doomed, setDoomed] = useState<string | null>(null);
  const running = backups.data?.running ?? null;
  const isMaking = make.isPending || running !== null;
  return (
    <>
      <PageSection
        title={t('settings.backups')}
        lead={t('settings.backups_explain')}
        actions={
          <Button
            disabled={isMaking}
            onClick={() =>
              make.mutate(undefined, {
                onSuccess: ({ name }) => notifyDone(t('settings.backup_made', { name })),
              })
            }
          >
            {t('settings.backup_make')}
          </Button>
        }
      >
        {isMaking && <Making step={running} onStop={() => stop.mutate()} isStopping={stop.isPending} />}
        {make.isError && <ProblemNotice error={make.error} />}
        {stop.isError && <ProblemNotice error={stop.error} />}
        {backups.isPending && <Skeleton height="8rem" aria-label={t('common.loading')} />}
        {backups.isError && (
          <ProblemNotice error={backups.error} onRetry={() => void backups.refetch()} />
        )}
        {backups.data && <Habit backups={backups.data} />}
        {backups.data && <BackupList backups={backups.data.backups} onDelete={setDoomed} />}
      </PageSection>
      <PageSection title={t('settings.restore')} lead={t('settings.restore_explain')}>
        <CommandLine command={restoreCommand(backups.data)} />
        <p className={classes.soft}>{t('settings.restore_replace', { option: '--replace' })}</p>
      </PageSection>
      <Confirm
        opened={doomed !== null}
        title={t('settings.backup_delete_title')}
        action={t('settings.backup_delete')}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && remove.mutate(doomed, { onSuccess: () => setDoomed(null) })}
      >
        {t('settings.backup_delete_explain', { name: doomed ?? '' })}
      </Confirm>
    </>
  );
}

function restoreCommand(backups: Backups | undefined): string {
  const newest = backups?.backups[0]?.name ?? 'kesher-2026-01-01.zip';
  return `kesher restore "${backups === undefined ? '' : `${backups.folder}/`}${newest}"`;
}

interface MakingProps {
  step: BackupStep | null;
  onStop: () => void;
  isStopping: boolean;
}

function Making({ step, onStop, isStopping }: MakingProps) {
  const { t } = useI18n();
  const name = step?.step === 'files' ? 'settings.backup_files' : 'settings.backup_tables';
  const said = t(name, { done: step?.done ?? 0, total: step?.total ?? 0 });
  const share = step === null || step.total === 0 ? 0 : (step.done / step.total) * 100;
  return (
    <div className={classes.growing} role="status">
      <p className={classes.soft}>{said}</p>
      <Progress value={share} aria-label={said} />
      <Button variant="default" size="xs" loading={isStopping} onClick={onStop}>
        {t('settings.stop')}
      </Button>
    </div>
  );
}

/** Whether backups are made by themselves, where they lie, and what the last attempt came to. */
function Habit({ backups }: { backups: Backups }) {
  const { t } = useI18n();
  const { every_hours: hours, keep, folder, last } = backups;
  return (
    <div className={classes.soft}>
      <p className={classes.line}>
        {hours > 0 ? t('settings.backup_by_itself', { hours, keep }) : t('settings.backup_by_hand')}
      </p>
      <p className={classes.line}>
        {t('settings.backup_folder')} <bdi dir="ltr">{folder}</bdi>
      </p>
      {last?.error && (
        <div className={classes.fault} role="alert">
          {t('settings.backup_last_failed')} <Directed as="span">{last.error}</Directed>
        </div>
      )}
    </div>
  );
}
