import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roomsQuery } from '../../api/queries';
import type { Key } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Name } from '../../ui/name';
import { notifyDone } from '../../ui/notify';
import { ProblemNotice } from '../../ui/problem-notice';
import { levelOf } from './key-draft';
import classes from './settings.module.css';
import { useKeys } from './use-keys';
import { usePeopleNames } from './use-people-names';

/** The keys that open something, newest first, then those that open nothing any more. */
export function KeyList({ whose }: { whose: 'mine' | 'all' }) {
  const { t } = useI18n();
  const { keys, revoke } = useKeys(whose);
  const [doomed, setDoomed] = useState<Key | null>(null);
  if (keys.isPending) return <Skeleton height="6rem" aria-label={t('common.loading')} />;
  if (keys.isError) return <ProblemNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data.length === 0) return <p className={classes.soft}>{t('settings.keys_none')}</p>;
  const inOrder = [...keys.data].sort((one, other) => Number(other.open) - Number(one.open));
  return (
    <>
      <ul className={classes.rows}>
        {inOrder.map((key) => (
          <KeyRow key={key.id} of={key} whose={whose} onRevoke={() => setDoomed(key)} />
        ))}
      </ul>
      <Confirm
        opened={doomed !== null}
        title={t('settings.key_revoke_title')}
        action={t('settings.key_revoke')}
        busy={revoke.isPending}
        error={revoke.error}
        onClose={() => setDoomed(null)}
        onConfirm={() =>
          doomed !== null &&
          revoke.mutate(doomed.id, {
            onSuccess: () => {
              setDoomed(null);
              notifyDone(t('settings.key_revoked'));
            },
          })
        }
      >
        {t('settings.key_revoke_explain', { name: doomed?.name ?? '' })}
      </Confirm>
    </>
  );
}

interface KeyRowProps {
  of: Key;
  whose: 'mine' | 'all';
  onRevoke: () => void;
}

function KeyRow({ of, whose, onRevoke }: KeyRowProps) {
  const { t, locale } = useI18n();
  const people = usePeopleNames(whose === 'all');
  const rooms = useQuery(roomsQuery).data ?? [];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const say = (moment: string) => day.format(new Date(moment));
  const level = levelOf(of.rights);
  const names = (of.rooms ?? []).map((id) => rooms.find((room) => room.id === id)?.name);
  return (
    <li className={classes.row} data-over={!of.open || undefined}>
      <div className={classes.rowWords}>
        <span className={classes.rowName}>
          <Name>{of.name}</Name> <bdi className={classes.variable}>{of.prefix}…</bdi>
        </span>
        {whose === 'all' && (
          <p className={classes.soft}>
            <Name>{people.get(of.user_id) ?? t('settings.gone_person')}</Name>
          </p>
        )}
        <p className={classes.soft}>
          {[
            ...(level === null ? [] : [t(`settings.level_${level}`)]),
            ...of.capabilities.map((capability) => t(`settings.capability_${capability}`)),
          ].join(' · ')}
          {' · '}
          {of.rooms === null
            ? t('settings.rooms_all')
            : names.map((name) => name ?? t('settings.other_room')).join(', ')}
        </p>
        <p className={classes.soft}>
          {lasting(of, t, say)} {of.used_at ? t('settings.key_used', { day: say(of.used_at) }) : t('settings.key_unused')}
        </p>
      </div>
      {of.open && (
        <Button variant="default" size="xs" onClick={onRevoke}>
          {t('settings.key_revoke')}
        </Button>
      )}
    </li>
  );
}

function lasting(
  key: Key,
  t: ReturnType<typeof useI18n>['t'],
  say: (moment: string) => string,
): string {
  if (key.revoked_at !== null) return t('settings.key_was_revoked', { day: say(key.revoked_at) });
  if (key.expires_at === null) return t('settings.key_until_revoked');
  return t(key.open ? 'settings.key_until' : 'settings.key_over', { day: say(key.expires_at) });
}
