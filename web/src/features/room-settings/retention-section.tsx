import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { type RetentionRule, retentionQuery } from '../../api/people-queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { type Days, isKind, isStricter, ownDays, type RetentionKind, spansFor } from './retention-view';
import classes from './usage.module.css';

/** How long the room keeps what grows in it, and what goes next. */
export function RetentionSection({ room }: { room: Room }) {
  const { t } = useI18n();
  const rules = useQuery(retentionQuery(room.id));
  return (
    <PageSection title={t('retention.title')} lead={t('retention.explain')}>
      {rules.isError && <ProblemNotice error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton height="12rem" role="status" aria-label={t('common.loading')} />}
      {rules.data && <RetentionForm key={rules.dataUpdatedAt} room={room} rules={rules.data} />}
    </PageSection>
  );
}

function RetentionForm({ room, rules }: { room: Room; rules: readonly RetentionRule[] }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [days, setDays] = useState<Days>(() => ownDays(rules));
  const [isAsking, setAsking] = useState(false);
  const canSet = room.rights.includes('manage');
  const put = useMutation({
    mutationFn: () =>
      bodyOf(
        api.PUT('/api/rooms/{room_id}/retention', {
          params: { path: { room_id: room.id } },
          body: days,
        }),
      ),
    onSuccess: (held) => {
      setAsking(false);
      notifyDone(t('room_settings.saved'));
      queries.setQueryData(retentionQuery(room.id).queryKey, held);
    },
  });
  const isSame = JSON.stringify(days) === JSON.stringify(ownDays(rules));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isStricter(rules, days)) setAsking(true);
    else put.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className={classes.limits}>
        {rules.map((rule) =>
          isKind(rule.kind) ? (
            <RuleRow
              key={rule.kind}
              rule={rule}
              kind={rule.kind}
              canSet={canSet}
              days={days[rule.kind] ?? null}
              onChange={(value) => setDays({ ...days, [rule.kind]: value })}
            />
          ) : null,
        )}
      </div>
      {put.isError && !isAsking && <ProblemNotice error={put.error} />}
      {canSet && (
        <div className={classes.buttons}>
          <Button type="submit" loading={put.isPending} disabled={isSame}>
            {t('common.save')}
          </Button>
        </div>
      )}
      <Confirm
        opened={isAsking}
        title={t('retention.shorter_title')}
        action={t('common.save')}
        busy={put.isPending}
        error={put.error}
        onClose={() => setAsking(false)}
        onConfirm={() => put.mutate()}
      >
        {t('retention.shorter_explain')}
      </Confirm>
    </form>
  );
}

interface RuleRowProps {
  rule: RetentionRule;
  kind: RetentionKind;
  canSet: boolean;
  days: number | null;
  onChange: (days: number | null) => void;
}

const FOLLOWS = 'follows';

function RuleRow({ rule, kind, canSet, days, onChange }: RuleRowProps) {
  const { t } = useI18n();
  const say = (count: number) =>
    count === 0 ? t('retention.for_ever') : t('retention.days', { count });
  const follows = rule.own
    ? t('retention.follows')
    : t('retention.follows_now', { days: say(rule.days) });
  return (
    <div className={classes.limit}>
      <span>{t(`retention.${kind}`)}</span>
      <span className={classes.used}>
        {rule.due.length > 0
          ? t('retention.due', { count: rule.due.length })
          : t('retention.due_none')}
      </span>
      {canSet ? (
        <NativeSelect
          aria-label={t(`retention.${kind}`)}
          value={days === null ? FOLLOWS : String(days)}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === FOLLOWS ? null : Number(value))
          }
          data={[
            { value: FOLLOWS, label: follows },
            ...spansFor(rule).map((count) => ({ value: String(count), label: say(count) })),
          ]}
        />
      ) : (
        <span>{say(rule.days)}</span>
      )}
    </div>
  );
}
