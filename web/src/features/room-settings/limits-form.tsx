import { Button, NumberInput, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { type Limits, roomLimitsQuery } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { changedLimits, fullness, type LimitName, ROOM_LIMITS, typed, untyped } from './usage-view';
import classes from './usage.module.css';

type Amounts = Partial<Record<LimitName, number | null>>;

/** What a room may take and hold, what of it is used, and the owner's own limits. */
export function RoomLimits({ room, limits }: { room: Room; limits: Limits }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const me = useQuery(meQuery).data;
  const administers = me?.administers ?? false;
  const put = useMutation({
    mutationFn: (body: Amounts) =>
      bodyOf(
        api.PUT('/api/rooms/{room_id}/limits', { params: { path: { room_id: room.id } }, body }),
      ),
    onSuccess: (held) => {
      queries.setQueryData(roomLimitsQuery(room.id).queryKey, held);
      notifyDone(t('room_settings.saved'));
    },
  });
  return (
    <PageSection title={t('limits.title')} lead={t('limits.explain')}>
      <LimitsForm
        names={ROOM_LIMITS}
        limits={limits}
        set={administers ? limits.by_administrator : limits.by_owner}
        canSet={administers || room.rights.includes('own')}
        isPending={put.isPending}
        error={put.error}
        onSave={put.mutate}
      />
    </PageSection>
  );
}

interface LimitsFormProps {
  names: readonly LimitName[];
  limits: Limits;
  /** What whoever looks has set, or the administrators before them. */
  set: Record<string, number>;
  canSet: boolean;
  isPending: boolean;
  error: unknown;
  onSave: (changed: Amounts) => void;
}

/** A line for each limit: how much is used of how much, and the field that sets it. */
export function LimitsForm({ names, limits, set, canSet, isPending, error, onSave }: LimitsFormProps) {
  const { t } = useI18n();
  const [amounts, setAmounts] = useState<Amounts>({});
  const changed = changedLimits(set, amounts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(changed);
  };
  return (
    <form onSubmit={submit}>
      <div className={classes.limits}>
        {names.map((name) => (
          <div key={name} className={classes.limit}>
            <span id={`limit-${name}`}>{t(`limits.${name}`)}</span>
            <Used name={name} limits={limits} />
            {canSet && (
              <LimitField
                name={name}
                value={name in amounts ? (amounts[name] ?? null) : (set[name] ?? null)}
                onChange={(amount) => setAmounts({ ...amounts, [name]: amount })}
              />
            )}
          </div>
        ))}
      </div>
      {error !== null && <ProblemNotice error={error} />}
      {canSet && (
        <div className={classes.buttons}>
          <Button type="submit" loading={isPending} disabled={Object.keys(changed).length === 0}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface LimitFieldProps {
  name: LimitName;
  /** Null: it follows what holds without it. */
  value: number | null;
  onChange: (amount: number | null) => void;
}

function LimitField({ name, value, onChange }: LimitFieldProps) {
  const { t } = useI18n();
  return (
    <NumberInput
      aria-labelledby={`limit-${name}`}
      placeholder={t('limits.unset')}
      min={0}
      decimalScale={name === 'usd_month' || name === 'bytes' ? 2 : 0}
      thousandSeparator=","
      hideControls
      value={value === null ? '' : typed(name, value)}
      onChange={(number) => onChange(typeof number === 'number' ? untyped(name, number) : null)}
    />
  );
}

function Used({ name, limits }: { name: LimitName; limits: Limits }) {
  const { t } = useI18n();
  const used = typed(name, limits.used[name] ?? 0);
  const full = fullness(limits, name);
  if (full === null) return <span className={classes.used}>{t('limits.used', { used })}</span>;
  const most = typed(name, limits.in_force[name] ?? 0);
  return (
    <span className={classes.used}>
      {t('limits.used_of', { used, most })}
      <Progress
        value={full * 100}
        color={full >= 1 ? 'red' : 'thread'}
        size="sm"
        aria-label={t(`limits.${name}`)}
      />
    </span>
  );
}
