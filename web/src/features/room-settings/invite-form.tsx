import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { ShownOnce } from '../people/shown-once';
import classes from './people.module.css';
import { givableRoles, type GivenRole } from './roles';
import type { usePeople } from './use-people';

const HOURS = [1, 24, 168, 720] as const;
const USES = [1, 5, 20, null] as const;
const ANY = 'any';

interface InviteFormProps {
  room: Room;
  model: ReturnType<typeof usePeople>;
  onClose: () => void;
}

/** As what people join, for how long and how many; then the link, which is shown this once. */
export function InviteForm({ room, model: { invite }, onClose }: InviteFormProps) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const [role, setRole] = useState<GivenRole>('viewer');
  const [hours, setHours] = useState(168);
  const [uses, setUses] = useState<number | null>(1);
  const close = () => {
    invite.reset();
    onClose();
  };
  if (invite.data) return <ShownOnce value={invite.data.url} onClose={close} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ role, hours, uses });
  };
  return (
    <form className={classes.invite} onSubmit={submit}>
      <NativeSelect
        label={t('room_settings.invite_as')}
        description={t(`people.role_${role}`)}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as GivenRole)}
        data={givableRoles(room, me).map((value) => ({
          value,
          label: t(`people.role_name_${value}`),
        }))}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('room_settings.invite_hours')}
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
          data={HOURS.map((value) => ({
            value: String(value),
            label: t('room_settings.hours', { hours: value, days: value / 24 }),
          }))}
        />
        <NativeSelect
          label={t('room_settings.invite_uses')}
          value={uses === null ? ANY : String(uses)}
          onChange={({ currentTarget: { value } }) => setUses(value === ANY ? null : Number(value))}
          data={USES.map((value) =>
            value === null
              ? { value: ANY, label: t('room_settings.uses_unlimited') }
              : { value: String(value), label: t('room_settings.uses', { count: value }) },
          )}
        />
      </div>
      {invite.isError && <ProblemNotice error={invite.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={invite.isPending}>
          {t('room_settings.invite_make')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
