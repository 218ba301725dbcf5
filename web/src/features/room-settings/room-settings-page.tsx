import { Loader } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { PageFrame } from '../../ui/page-frame';
import { sectionLinkClass, SectionsFrame } from '../../ui/sections-frame';
import { NoRoom } from '../rooms/no-room';
import { useRoom } from '../rooms/use-room';
import { AuditSection } from './audit-section';
import { GeneralSection } from './general-section';
import { PeopleSection } from './people-section';
import { RetentionSection } from './retention-section';
import classes from './room-settings.module.css';
import { chosenSection, type RoomSection, sectionsOf } from './sections';
import { UsageSection } from './usage-section';

const PARTS = {
  general: GeneralSection,
  people: PeopleSection,
  audit: AuditSection,
  usage: UsageSection,
  retention: RetentionSection,
} satisfies Record<RoomSection, (props: { room: Room }) => ReactNode>;

interface RoomSettingsPageProps {
  roomId: string;
  section: string | null;
}

/** What holds for one room: its name, its people, what was done, what it takes, what it keeps. */
export function RoomSettingsPage({ roomId, section }: RoomSettingsPageProps) {
  const { t } = useI18n();
  const room = useRoom(roomId);
  if (room.isPending) return <Loader m="xl" aria-label={t('common.loading')} />;
  if (room.data) return <Settings room={room.data} section={section} />;
  return <NoRoom error={room.error} onRetry={() => void room.refetch()} />;
}

function Settings({ room, section }: { room: Room; section: string | null }) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const shown = sectionsOf(room, me);
  const chosen = chosenSection(section, shown);
  const Part = PARTS[chosen];
  return (
    <PageFrame title={t('room_settings.title', { name: room.name })}>
      <SectionsFrame
        label={t('room_settings.sections')}
        above={
          <Link to="/rooms/$roomId" params={{ roomId: room.id }} className={classes.back}>
            <IconArrowBackUp size={17} stroke={1.6} aria-hidden className={classes.along} />
            <Name className="one-line">{room.name}</Name>
          </Link>
        }
        links={shown.map((name) => (
          <Link
            key={name}
            to="/rooms/$roomId/settings/{-$section}"
            params={{ roomId: room.id, section: name }}
            className={sectionLinkClass}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {t(`room_settings.section_${name}`)}
          </Link>
        ))}
      >
        <Part key={chosen} room={room} />
      </SectionsFrame>
    </PageFrame>
  );
}
