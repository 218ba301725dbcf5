import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type Invitation, invitationsQuery } from '../../api/people-queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { InviteForm } from './invite-form';
import classes from './people.module.css';
import type { usePeople } from './use-people';

interface InvitationsProps {
  room: Room;
  model: ReturnType<typeof usePeople>;
}

/** Links by which people join: a new one, and those that still let somebody in. */
export function Invitations({ room, model }: InvitationsProps) {
  const { t } = useI18n();
  const [isInviting, setInviting] = useState(false);
  const invitations = useQuery(invitationsQuery(room.id));
  const open = invitations.data?.filter((each) => each.open) ?? [];
  const error = invitations.error ?? model.revoke.error;
  return (
    <PageSection
      title={t('room_settings.invite')}
      lead={t('room_settings.invite_explain')}
      actions={
        !isInviting && (
          <Button
            leftSection={<IconLink size={17} stroke={1.6} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t('room_settings.invite_new')}
          </Button>
        )
      }
    >
      {isInviting && <InviteForm room={room} model={model} onClose={() => setInviting(false)} />}
      {error && <ProblemNotice error={error} />}
      {open.length > 0 && (
        <div>
          <h3 className={classes.subheading}>{t('room_settings.pending')}</h3>
          <ul className={classes.list}>
            {open.map((each) => (
              <PendingRow key={each.id} invitation={each} model={model} />
            ))}
          </ul>
        </div>
      )}
    </PageSection>
  );
}

function PendingRow({ invitation, model }: { invitation: Invitation; model: InvitationsProps['model'] }) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const isGoing = model.revoke.isPending && model.revoke.variables === invitation.id;
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        <span className={classes.name}>{t(`people.role_name_${invitation.role}`)}</span>
        <span className={classes.soft}>
          {invitation.uses_left === null
            ? t('room_settings.uses_any')
            : t('room_settings.uses_left', { count: invitation.uses_left })}
          {' · '}
          {t('room_settings.until', { at: at.format(new Date(invitation.expires_at)) })}
        </span>
      </span>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={isGoing}
        onClick={() => model.revoke.mutate(invitation.id)}
      >
        {t('room_settings.revoke')}
      </Button>
    </li>
  );
}
