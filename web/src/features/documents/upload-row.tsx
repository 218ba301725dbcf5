import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { IconFileUpload, IconRefresh, IconX } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Name } from '../../ui/name';
import { sayProblem } from '../../ui/problem-words';
import classes from './document-row.module.css';
import { isUnderWay, type PendingUpload } from './upload-list';
import type { Uploads } from './use-uploads';

interface UploadRowProps {
  upload: PendingUpload;
  uploads: Pick<Uploads, 'again' | 'dismiss'>;
}

const TONES = {
  waiting: 'working',
  sending: 'working',
  lost: 'working',
  duplicate: 'quiet',
  same_name: 'quiet',
  refused: 'bad',
  failed: 'bad',
} as const;

/** A file that is being sent, or that the room did not take, and why. */
export function UploadRow({ upload, uploads }: UploadRowProps) {
  const { t } = useI18n();
  const { key, state, file } = upload;
  const tone = TONES[state];
  const dismissal = isUnderWay(upload) ? 'documents.stop_sending' : 'documents.dismiss';
  return (
    <div className={classes.row} data-tone={tone}>
      <IconFileUpload size={20} stroke={1.4} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <Name className={classes.title}>{file.name}</Name>
        <p className={tone === 'bad' ? classes.error : classes.facts} role="status">
          {sayState(t, upload)}
        </p>
        {tone === 'working' && (
          <Progress
            className={classes.bar}
            size={4}
            value={upload.sentFraction * 100}
            aria-label={t('documents.sending_progress', { name: file.name })}
          />
        )}
        {state === 'same_name' && (
          <Group gap="xs" mt="xs">
            <Button size="compact-sm" onClick={() => uploads.again(key)}>
              {t('documents.same_name_version')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => uploads.dismiss(key)}>
              {t('documents.same_name_apart')}
            </Button>
          </Group>
        )}
      </div>
      {state === 'failed' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('documents.send_again', { name: file.name })}
          onClick={() => uploads.again(key)}
        >
          <IconRefresh size={17} />
        </ActionIcon>
      )}
      {state !== 'same_name' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(dismissal, { name: file.name })}
          onClick={() => uploads.dismiss(key)}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </div>
  );
}

function sayState(t: Translate, upload: PendingUpload): string {
  const { state, fault, error, sentFraction, versionOf } = upload;
  switch (state) {
    case 'refused':
      return t(`documents.fault_${fault ?? 'unsupported'}`);
    case 'failed':
      return (error && (sayProblem(t, error.problem.code) ?? error.message)) ?? '';
    case 'duplicate':
      return t(versionOf === null ? 'documents.duplicate' : 'documents.duplicate_version');
    case 'same_name':
      return t('documents.same_name');
    case 'lost':
      return t('documents.lost');
    case 'sending':
      return t('documents.sending', { percent: Math.round(sentFraction * 100) });
    case 'waiting':
      return t('documents.waiting');
  }
}
