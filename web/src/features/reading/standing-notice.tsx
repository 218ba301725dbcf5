import { Button, Progress } from '@mantine/core';
import { IconHistory, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { ProblemWords } from '../../ui/problem-words';
import { progressOf } from '../documents/document-progress';
import classes from './standing-notice.module.css';
import type { Reading } from './use-reading';

interface StandingNoticeProps {
  room: Room;
  document: KesherDocument;
  reading: Reading;
  canWrite: boolean;
}

/** Says that this is a former version, or that a new one is on its way or did not make it. */
export function StandingNotice(props: StandingNoticeProps) {
  const { document, reading } = props;
  if (reading.restore.isError) return <ProblemNotice error={reading.restore.error} />;
  if (document.superseded_by != null) return <Superseded {...props} />;
  if (reading.coming !== null && reading.coming.id !== document.id) {
    return <Coming {...props} coming={reading.coming} />;
  }
  return null;
}

function Superseded({ document, reading, canWrite }: StandingNoticeProps) {
  const { t } = useI18n();
  const address = {
    to: '/rooms/$roomId/documents/$documentId',
    params: { roomId: document.room_id, documentId: document.superseded_by ?? '' },
  } as const;
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={18} aria-hidden className={classes.icon} />
      <p className={classes.words}>{t('reading.superseded', { number: document.version })}</p>
      <Link {...address}>{t('reading.open_current')}</Link>
      <Link {...address} search={{ compare: document.id }}>
        {t('reading.what_changed')}
      </Link>
      {canWrite && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={reading.restore.isPending}
          onClick={() => reading.restore.mutate(document.id)}
        >
          {t('reading.restore')}
        </Button>
      )}
    </div>
  );
}

function Coming({ reading, coming, canWrite }: StandingNoticeProps & { coming: KesherDocument }) {
  const { t } = useI18n();
  const progress = progressOf(coming);
  const isWorking = progress.tone === 'working';
  return (
    <div className={classes.notice} role="status" data-tone={progress.tone}>
      <IconRefresh size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p>{t(isWorking ? 'reading.coming' : 'reading.coming_failed')}</p>
        {isWorking && (
          <Progress
            size={4}
            value={(progress.fraction ?? 1) * 100}
            animated={progress.fraction === null}
            aria-label={t('documents.progress', { name: coming.name })}
          />
        )}
        {coming.error_code !== null && <ProblemWords code={coming.error_code} detail={coming.error} />}
      </div>
      {!isWorking && canWrite && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={reading.remove.isPending}
          onClick={() => reading.remove.mutate({ ids: [coming.id], quotations: 'keep' })}
        >
          {t('reading.drop_failed')}
        </Button>
      )}
    </div>
  );
}
