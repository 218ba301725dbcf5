import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { membersQuery } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { mayLeave } from './roles';
import classes from './room-settings.module.css';
import { useRoomActs } from './use-room-acts';

/** Archive, hand over, leave, delete: each says what it means before it is done. */
export function RoomEndings({ room }: { room: Room }) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const isOwner = room.rights.includes('own');
  const canTransfer = isOwner && me?.mode === 'accounts';
  const manages = room.rights.includes('manage');
  if (!manages && !mayLeave(room, me)) return null;
  return (
    <PageSection title={t(manages ? 'room_settings.endings' : 'room_settings.leaving')}>
      <div>
        {manages && <Archive room={room} />}
        {canTransfer && <Transfer room={room} />}
        {mayLeave(room, me) && <Leave room={room} />}
        {isOwner && <Delete room={room} />}
      </div>
    </PageSection>
  );
}

interface ActProps {
  title: string;
  explain: string;
  children: ReactNode;
}

function Act({ title, explain, children }: ActProps) {
  return (
    <div className={classes.act}>
      <div>
        <h3>{title}</h3>
        <p className={classes.soft}>{explain}</p>
      </div>
      <div className={classes.row}>{children}</div>
    </div>
  );
}

function Archive({ room }: { room: Room }) {
  const { t } = useI18n();
  const { change } = useRoomActs(room.id);
  const kind = room.archived_at ? 'unarchive' : 'archive';
  return (
    <>
      <Act title={t(`rooms.${kind}`)} explain={t(`rooms.${kind}_explain`)}>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ archived: !room.archived_at })}
        >
          {t(`rooms.${kind}`)}
        </Button>
      </Act>
      {change.isError && <ProblemNotice error={change.error} />}
    </>
  );
}

function Transfer({ room }: { room: Room }) {
  const { t } = useI18n();
  const { transfer } = useRoomActs(room.id);
  const me = useQuery(meQuery).data;
  const members = useQuery(membersQuery(room.id)).data ?? [];
  const others = members.filter((each) => each.role !== 'owner' && !each.disabled);
  const [chosen, setChosen] = useState('');
  const [isAsking, setAsking] = useState(false);
  const named = others.find(({ user_id }) => user_id === chosen);
  const isMine = room.role === 'owner' || me?.person == null;
  return (
    <Act
      title={t('room_settings.transfer')}
      explain={t(others.length === 0 ? 'room_settings.transfer_nobody' : 'room_settings.transfer_explain')}
    >
      {others.length > 0 && (
        <>
          <NativeSelect
            aria-label={t('room_settings.new_owner')}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              { value: '', label: t('room_settings.choose_person') },
              ...others.map(({ user_id, name }) => ({ value: user_id, label: name })),
            ]}
          />
          <Button variant="default" disabled={!named} onClick={() => setAsking(true)}>
            {t('room_settings.transfer_do')}
          </Button>
        </>
      )}
      <Confirm
        opened={isAsking && named !== undefined}
        title={t('room_settings.transfer_title', { name: named?.name ?? '' })}
        action={t('room_settings.transfer_do')}
        busy={transfer.isPending}
        error={transfer.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          transfer.mutate(chosen, {
            onSuccess: () => {
              setAsking(false);
              notifyDone(t('room_settings.transferred', { name: named?.name ?? '' }));
            },
          })
        }
      >
        {t(isMine ? 'room_settings.transfer_means' : 'room_settings.transfer_means_other')}
      </Confirm>
    </Act>
  );
}

function Leave({ room }: { room: Room }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { leave } = useRoomActs(room.id);
  const [isAsking, setAsking] = useState(false);
  return (
    <Act title={t('rooms.leave')} explain={t('rooms.leave_explain')}>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('rooms.leave')}
      </Button>
      <Confirm
        opened={isAsking}
        title={t('rooms.leave_title', { name: room.name })}
        action={t('rooms.leave')}
        busy={leave.isPending}
        error={leave.error}
        onClose={() => setAsking(false)}
        onConfirm={() => leave.mutate(undefined, { onSuccess: () => void navigate({ to: '/' }) })}
      >
        {t('rooms.leave_explain')}
      </Confirm>
    </Act>
  );
}

function Delete({ room }: { room: Room }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { remove } = useRoomActs(room.id);
  const [isAsking, setAsking] = useState(false);
  const explain = t('rooms.delete_explain', { count: room.figures.documents });
  return (
    <Act title={t('rooms.delete')} explain={explain}>
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        {t('rooms.delete')}
      </Button>
      <Confirm
        opened={isAsking}
        title={t('rooms.delete_title', { name: room.name })}
        action={t('rooms.delete')}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/' }) })}
      >
        {explain}
      </Confirm>
    </Act>
  );
}
