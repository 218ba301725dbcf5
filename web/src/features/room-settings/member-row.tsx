import { ActionIcon, Badge, NativeSelect, Tooltip } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Member } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Name } from '../../ui/name';
import classes from './people.module.css';
import { givableRoles, type GivenRole, mayChange } from './roles';
import type { usePeople } from './use-people';

interface MemberRowProps {
  member: Member;
  room: Room;
  model: ReturnType<typeof usePeople>;
}

/** One person of the room; their role can be changed by whoever may. */
export function MemberRow({ member, room, model }: MemberRowProps) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const canChange = mayChange(member, room, me);
  const isSelf = member.user_id === me?.person?.id;
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        <span className={classes.name}>
          <Name>{member.name || member.email}</Name>
          {isSelf && <span className={classes.soft}>{t('people.yourself')}</span>}
          {member.disabled && (
            <Badge variant="outline" color="gray" size="sm">
              {t('people.disabled')}
            </Badge>
          )}
        </span>
        <bdi dir="ltr" className={classes.email}>
          {member.email}
        </bdi>
      </span>
      {canChange ? (
        <span className={classes.tools}>
          <NativeSelect
            size="sm"
            className={classes.role}
            aria-label={t('room_settings.role_of', { name: member.name || member.email })}
            value={member.role}
            onChange={(event) =>
              model.give.mutate({
                userId: member.user_id,
                role: event.currentTarget.value as GivenRole,
              })
            }
            data={givableRoles(room, me).map((role) => ({
              value: role,
              label: t(`people.role_name_${role}`),
            }))}
          />
          <Remove member={member} model={model} />
        </span>
      ) : (
        <span className={classes.fixed}>{t(`people.role_name_${member.role}`)}</span>
      )}
    </li>
  );
}

function Remove({ member, model }: Omit<MemberRowProps, 'room'>) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const name = member.name || member.email;
  return (
    <>
      <Tooltip label={t('room_settings.remove')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('room_settings.remove_of', { name })}
          onClick={() => setAsking(true)}
        >
          <IconUserMinus size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Confirm
        opened={isAsking}
        title={t('room_settings.remove_title', { name })}
        action={t('room_settings.remove')}
        busy={model.remove.isPending}
        error={model.remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          model.remove.mutate(member.user_id, { onSuccess: () => setAsking(false) })
        }
      >
        {t('room_settings.remove_explain')}
      </Confirm>
    </>
  );
}
