import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { membersQuery } from '../../api/people-queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { Invitations } from './invitations';
import { MemberRow } from './member-row';
import classes from './people.module.css';
import { usePeople } from './use-people';

/** Who is in the room and as what, and the links by which more come. */
export function PeopleSection({ room }: { room: Room }) {
  const { t } = useI18n();
  const members = useQuery(membersQuery(room.id));
  const model = usePeople(room.id);
  const error = members.error ?? model.give.error ?? model.remove.error;
  return (
    <>
      {room.rights.includes('manage') && <Invitations room={room} model={model} />}
      <PageSection
        title={t('room_settings.people')}
        lead={members.data && t('room_settings.people_count', { count: members.data.length })}
      >
        {error && <ProblemNotice error={error} />}
        {members.isPending && <Skeleton height="8rem" role="status" aria-label={t('common.loading')} />}
        {members.data && (
          <ul className={classes.list}>
            {members.data.map((member) => (
              <MemberRow key={member.user_id} member={member} room={room} model={model} />
            ))}
          </ul>
        )}
        <details className={classes.roles}>
          <summary>{t('room_settings.roles_explain')}</summary>
          <dl>
            {(['viewer', 'member', 'manager', 'owner'] as const).map((role) => (
              <div key={role}>
                <dt>{t(`people.role_name_${role}`)}</dt>
                <dd>{t(`people.role_may_${role}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </PageSection>
    </>
  );
}
