import { Button, Loader, Select } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { roomsQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { PageFrame } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { AskingPart } from './asking-part';
import classes from './how.module.css';
import { HowFigures } from './how-headline';
import { PreparingPart } from './preparing-part';
import { ResearchPart } from './research-part';

interface HowPageProps {
  roomId: string | null;
  answerId: string | null;
  onRoom: (roomId: string) => void;
  onAnswer: (answerId: string, roomId: string) => void;
}

/** How a document becomes an answer, step by step, on a room's own documents. */
export function HowPage({ roomId, ...rest }: HowPageProps) {
  const { t } = useI18n();
  const rooms = useQuery(roomsQuery);
  const filled = (rooms.data ?? []).filter(({ figures }) => figures.chunks > 0);
  const room = filled.find(({ id }) => id === roomId) ?? filled[0];
  return (
    <PageFrame
      title={t('how.title')}
      lead={t('how.lead')}
      actions={
        room && filled.length > 1 ? (
          <RoomChoice rooms={filled} room={room} onRoom={rest.onRoom} />
        ) : undefined
      }
    >
      {rooms.isPending && <Loader aria-label={t('common.loading')} />}
      {rooms.isError && <ProblemNotice error={rooms.error} onRetry={() => void rooms.refetch()} />}
      {rooms.isSuccess && !room && <NothingYet />}
      {room && <Steps key={room.id} room={room} {...rest} />}
    </PageFrame>
  );
}

function Steps({ room, answerId, onAnswer }: { room: Room } & Omit<HowPageProps, 'roomId'>) {
  return (
    <div className={classes.parts}>
      <HowFigures room={room} />
      <PreparingPart room={room} />
      <AskingPart room={room} answerId={answerId} onAnswer={onAnswer} />
      <ResearchPart room={room} />
      <BottomLine room={room} />
    </div>
  );
}

function RoomChoice({
  rooms,
  room,
  onRoom,
}: {
  rooms: readonly Room[];
  room: Room;
  onRoom: (roomId: string) => void;
}) {
  const { t } = useI18n();
  return (
    <Select
      aria-label={t('how.room')}
      allowDeselect={false}
      value={room.id}
      onChange={(value) => value !== null && onRoom(value)}
      data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function NothingYet() {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={<IconBooks size={40} stroke={1.3} />}
      title={t('how.empty')}
      actions={
        <Button component={Link} to="/">
          {t('not_found.to_rooms')}
        </Button>
      }
    >
      <p>{t('how.empty_explain')}</p>
    </EmptyState>
  );
}

function BottomLine({ room }: { room: Room }) {
  const { t } = useI18n();
  return (
    <section className={classes.bottom}>
      <h2>{t('how.bottom')}</h2>
      <p>{t('how.bottom_explain')}</p>
      <Button component={Link} to={`/rooms/${room.id}`} size="md">
        {t('how.to_room')}
      </Button>
    </section>
  );
}
