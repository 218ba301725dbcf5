import { ActionIcon, Menu } from '@mantine/core';
import { IconChartBar, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { RoomFigures } from './room-figures';
import classes from './room-card.module.css';

interface RoomCardProps {
  room: Room;
  onRename: () => void;
  onDelete: () => void;
}

/** One room in the list: a door with its name and what is behind it. */
export function RoomCard({ room, onRename, onDelete }: RoomCardProps) {
  const { t } = useI18n();
  return (
    <li className={classes.card}>
      <Link to="/rooms/$roomId" params={{ roomId: room.id }} className={classes.door}>
        <Name className={classes.name}>{room.name}</Name>
      </Link>
      <RoomFigures figures={room.figures} className={classes.figures} />
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
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
            {t('rooms.edit')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/rooms/${room.id}/evaluation`}
            leftSection={<IconChartBar size={16} aria-hidden />}
          >
            {t('evaluation.title')}
          </Menu.Item>
          <Menu.Item
            c="var(--danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            {t('rooms.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
