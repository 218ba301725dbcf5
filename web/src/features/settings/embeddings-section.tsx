import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { roomsQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { RoomVectorsRow } from './room-vectors-row';
import classes from './settings.module.css';

/** By which model's vectors each room is searched, and how far a new model's have grown. */
export default function EmbeddingsSection() {
  const { t } = useI18n();
  const rooms = useQuery(roomsQuery);
  return (
    <PageSection title={t('settings.embeddings')} lead={t('settings.embeddings_explain')}>
      <p className={classes.soft}>
        <Link to="/settings/{-$section}" params={{ section: 'models' }}>
          {t('settings.to_models')}
        </Link>
      </p>
      {rooms.isPending && <Skeleton height="8rem" aria-label={t('common.loading')} />}
      {rooms.isError && <ProblemNotice error={rooms.error} onRetry={() => void rooms.refetch()} />}
      {rooms.data?.length === 0 && <p className={classes.soft}>{t('settings.no_rooms')}</p>}
      {rooms.data && rooms.data.length > 0 && (
        <ul className={classes.rows}>
          {rooms.data.map((room) => (
            <RoomVectorsRow key={room.id} room={room} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
