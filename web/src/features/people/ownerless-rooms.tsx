import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type AdministeredRoom, allRoomsQuery, type Person } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './people.module.css';
import { ownerlessRooms } from './people-view';
import type { useAdministered } from './use-administered';

interface OwnerlessRoomsProps {
  people: readonly Person[];
  model: ReturnType<typeof useAdministered>;
}

/** Rooms that nobody answers for any more, to be given to somebody; nothing where there are none. */
export function OwnerlessRooms({ people, model }: OwnerlessRoomsProps) {
  const { t } = useI18n();
  const rooms = useQuery(allRoomsQuery);
  const left = ownerlessRooms(rooms.data ?? []);
  if (left.length === 0) return null;
  return (
    <PageSection title={t('people.ownerless')} lead={t('people.ownerless_explain')}>
      {model.giveRoom.isError && <ProblemNotice error={model.giveRoom.error} />}
      <ul className={classes.list}>
        {left.map((room) => (
          <OwnerlessRow key={room.id} room={room} people={people} model={model} />
        ))}
      </ul>
    </PageSection>
  );
}

function OwnerlessRow({ room, people, model }: OwnerlessRoomsProps & { room: AdministeredRoom }) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState('');
  const give = () =>
    model.giveRoom.mutate(
      { roomId: room.id, userId: chosen },
      { onSuccess: () => notifyDone(t('people.room_given')) },
    );
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <span className={classes.who}>
          <Name className={classes.name}>{room.name}</Name>
          <span className={classes.soft}>
            {t('rooms.documents', { count: room.figures.documents })}
            {' · '}
            {t('room_settings.people_count', { count: room.people })}
          </span>
        </span>
        <NativeSelect
          aria-label={t('room_settings.new_owner')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: t('room_settings.choose_person') },
            ...people
              .filter(({ disabled }) => !disabled)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button variant="default" disabled={chosen === ''} loading={model.giveRoom.isPending} onClick={give}>
          {t('people.give_room')}
        </Button>
      </div>
    </li>
  );
}
