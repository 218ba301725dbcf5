import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api, bodyOf } from '../../api/client';
import { type RoomVectors, roomVectorsQuery } from '../../api/settings-queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './settings.module.css';

/** A room with the model of its vectors and, while others grow, how far they are. */
export function RoomVectorsRow({ room }: { room: Room }) {
  const { t } = useI18n();
  const vectors = useQuery(roomVectorsQuery(room.id));
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <Link to="/rooms/$roomId" params={{ roomId: room.id }} className={classes.rowName}>
          <Name>{room.name}</Name>
        </Link>
        {vectors.isPending && <span className={classes.soft}>{t('common.loading')}</span>}
        {vectors.isError && (
          <ProblemNotice error={vectors.error} onRetry={() => void vectors.refetch()} />
        )}
        {vectors.data && (
          <p className={classes.soft}>
            {vectors.data.embedder === null ? (
              t('settings.no_vectors')
            ) : (
              <bdi dir="ltr">{vectors.data.embedder}</bdi>
            )}
          </p>
        )}
      </div>
      {vectors.data && vectors.data.growing !== null && (
        <Growing room={room} vectors={vectors.data} growing={vectors.data.growing} />
      )}
    </li>
  );
}

interface GrowingProps {
  room: Room;
  vectors: RoomVectors;
  growing: string;
}

function Growing({ room, vectors, growing }: GrowingProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const { stopped, chunks, chunks_done: done } = vectors;
  const turn = useMutation({
    mutationFn: () => {
      const params = { path: { room_id: room.id } };
      return stopped
        ? bodyOf(api.POST('/api/rooms/{room_id}/vectors/resume', { params }))
        : bodyOf(api.POST('/api/rooms/{room_id}/vectors/stop', { params }));
    },
    onSuccess: (next) => queries.setQueryData(roomVectorsQuery(room.id).queryKey, next),
  });
  const said = t(stopped ? 'settings.growing_stopped' : 'settings.growing', { done, total: chunks });
  return (
    <div className={classes.growing}>
      <p className={classes.soft}>
        <bdi dir="ltr">{growing}</bdi> · {said}
      </p>
      <Progress
        value={chunks === 0 ? 0 : (done / chunks) * 100}
        color={stopped ? 'gray' : 'thread'}
        aria-label={said}
      />
      {room.rights.includes('manage') && (
        <Button variant="default" size="xs" loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(stopped ? 'settings.go_on' : 'settings.stop')}
        </Button>
      )}
      {turn.isError && <ProblemNotice error={turn.error} />}
    </div>
  );
}
