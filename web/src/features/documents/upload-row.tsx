import { ActionIcon, Progress } from '@mantine/core';
import { IconFileUpload, IconRefresh, IconX } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Name } from '../../ui/name';
import { sayProblem } from '../../ui/problem-words';
import classes from './document-row.module.css';
import type { PendingUpload } from './upload-list';

interface UploadRowProps {
  upload: PendingUpload;
  onAgain: () => void;
  onDismiss: () => void;
}

const TONES = {
  waiting: 'working',
  sending: 'working',
  duplicate: 'quiet',
  refused: 'bad',
  failed: 'bad',
} as const;

/** A file that is being sent, or that the room did not take, and why. */
export function UploadRow({ upload, onAgain, onDismiss }: UploadRowProps) {
  const { t } = useI18n();
  const tone = TONES[upload.state];
  return (
    <li className={classes.row} data-tone={tone}>
      <IconFileUpload size={20} stroke={1.4} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <Name className={classes.title}>{upload.file.name}</Name>
        <p className={tone === 'bad' ? classes.error : classes.facts} role="status">
          {sayState(t, upload)}
        </p>
        {tone === 'working' && (
          <Progress
            className={classes.bar}
            size={4}
            value={upload.sentFraction * 100}
            aria-label={t('documents.sending_progress', { name: upload.file.name })}
          />
        )}
      </div>
      {upload.state === 'failed' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('documents.send_again', { name: upload.file.name })}
          onClick={onAgain}
        >
          <IconRefresh size={17} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('documents.dismiss', { name: upload.file.name })}
        onClick={onDismiss}
      >
        <IconX size={17} />
      </ActionIcon>
    </li>
  );
}

function sayState(t: Translate, { state, fault, error, sentFraction }: PendingUpload): string {
  if (state === 'refused' && fault) return t(`documents.fault_${fault}`);
  if (state === 'failed' && error) return sayProblem(t, error.problem.code) ?? error.message;
  if (state === 'duplicate') return t('documents.duplicate');
  if (state === 'sending') return t('documents.sending', { percent: Math.round(sentFraction * 100) });
  return t('documents.waiting');
}
