import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roomLimitsQuery, roomUsageQuery } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { RoomLimits } from './limits-form';
import { DayBars, UsageTable, UsageTotals } from './usage-figures';
import { daysBefore } from './usage-view';

const SPANS = [7, 30, 90] as const;

/** What the room took of models, and how much it may. */
export function UsageSection({ room }: { room: Room }) {
  const { t } = useI18n();
  const [days, setDays] = useState<number>(30);
  const hasPeople = useQuery(meQuery).data?.mode === 'accounts';
  const from = daysBefore(new Date(), days - 1);
  const byDay = useQuery(roomUsageQuery(room.id, 'day', from));
  const byModel = useQuery(roomUsageQuery(room.id, 'model', from));
  const byPerson = useQuery({ ...roomUsageQuery(room.id, 'user', from), enabled: hasPeople });
  const limits = useQuery(roomLimitsQuery(room.id));
  const failed = [byDay, byModel, byPerson, limits].find((each) => each.isError);
  return (
    <>
      <PageSection title={t('room_usage.title')} lead={t('room_usage.explain')}>
        {failed && <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />}
        <NativeSelect
          aria-label={t('room_usage.span')}
          w="11rem"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={SPANS.map((count) => ({ value: String(count), label: t('room_usage.last_days', { count }) }))}
        />
        {byDay.data ? (
          <>
            {byDay.data.rows.length > 0 && <UsageTotals rows={byDay.data.rows} />}
            <DayBars rows={byDay.data.rows} days={days} />
          </>
        ) : (
          !failed && <Skeleton height="10rem" role="status" aria-label={t('common.loading')} />
        )}
        {byModel.data && byModel.data.rows.length > 0 && (
          <UsageTable rows={byModel.data.rows} by="model" />
        )}
        {byPerson.data && byPerson.data.rows.length > 0 && (
          <UsageTable rows={byPerson.data.rows} by="user" />
        )}
      </PageSection>
      {limits.data && <RoomLimits room={room} limits={limits.data} />}
    </>
  );
}
