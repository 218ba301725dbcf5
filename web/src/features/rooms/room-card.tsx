import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconDots,
  IconDoorExit,
  IconPencil,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { mayLeave } from '../room-settings/roles';
import { RoomFigures } from './room-figures';
import classes from './room-card.module.css';

/** What can be done with a room from the list. */
export type RoomAct = 'edit' | 'archive' | 'leave' | 'delete';

interface RoomCardProps {
  room: Room;
  onAct: (act: RoomAct, room: Room) => void;
}

/** One room in the list: a door with its name and what is behind it. */
export function RoomCard({ room, onAct }: RoomCardProps) {
  const { t } = useI18n();
  const hasPeople = useQuery(meQuery).data?.mode === 'accounts';
  return (
    <li className={classes.card} data-archived={room.archived_at ? true : undefined}>
      <Link to="/rooms/$roomId" params={{ roomId: room.id }} className={classes.door}>
        <Name className={classes.name}>{room.name}</Name>
      </Link>
      <div className={classes.foot}>
        <RoomFigures figures={room.figures} className={classes.figures} />
        {hasPeople && room.role && (
          <span className={classes.role}>{t(`people.role_name_${room.role}`)}</span>
        )}
      </div>
      <RoomMenu room={room} onAct={onAct} />
    </li>
  );
}

/** Only what whoever looks may do. */
function RoomMenu({ room, onAct }: RoomCardProps) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const manages = room.rights.includes('manage');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          aria-label={t('rooms.more', { name: room.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/rooms/${room.id}/settings`}
          leftSection={<IconSettings size={16} aria-hidden />}
        >
          {t('rooms.settings')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/rooms/${room.id}/evaluation`}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {t('evaluation.title')}
        </Menu.Item>
        {manages && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => onAct('edit', room)}
            >
              {t('rooms.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={
                room.archived_at ? (
                  <IconArchiveOff size={16} aria-hidden />
                ) : (
                  <IconArchive size={16} aria-hidden />
                )
              }
              onClick={() => onAct('archive', room)}
            >
              {t(room.archived_at ? 'rooms.unarchive' : 'rooms.archive')}
            </Menu.Item>
          </>
        )}
        {mayLeave(room, me) && (
          <Menu.Item
            leftSection={<IconDoorExit size={16} aria-hidden />}
            onClick={() => onAct('leave', room)}
          >
            {t('rooms.leave')}
          </Menu.Item>
        )}
        {room.rights.includes('own') && (
          <Menu.Item
            c="var(--danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onAct('delete', room)}
          >
            {t('rooms.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
