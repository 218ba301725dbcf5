import { ActionIcon, Badge, Group, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';

import type { Backup } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { bytes } from './limits-view';
import classes from './settings.module.css';

interface BackupListProps {
  /** Newest first. */
  backups: readonly Backup[];
  onDelete: (name: string) => void;
}

export function BackupList({ backups, onDelete }: BackupListProps) {
  const { t } = useI18n();
  if (backups.length === 0) return <p className={classes.soft}>{t('settings.backup_none')}</p>;
  return (
    <ul className={classes.rows}>
      {backups.map((backup) => (
        <BackupRow key={backup.name} backup={backup} onDelete={onDelete} />
      ))}
    </ul>
  );
}

interface BackupRowProps {
  backup: Backup;
  onDelete: (name: string) => void;
}

function BackupRow({ backup, onDelete }: BackupRowProps) {
  const { t, locale } = useI18n();
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <span className={classes.rowName}>{when.format(new Date(backup.created_at))}</span>
        <p className={classes.soft}>
          <bdi dir="ltr">{backup.name}</bdi> · <bdi>{bytes(backup.size_bytes, locale)}</bdi>{' '}
          {backup.special && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              {t('settings.backup_special')}
            </Badge>
          )}
        </p>
      </div>
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t('settings.backup_download')}>
          <ActionIcon
            component="a"
            href={`/api/backups/${encodeURIComponent(backup.name)}`}
            download={backup.name}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('settings.backup_download_named', { name: backup.name })}
          >
            <IconDownload size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('settings.backup_delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('settings.backup_delete_named', { name: backup.name })}
            onClick={() => onDelete(backup.name)}
          >
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  );
}
