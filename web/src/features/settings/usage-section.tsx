import '@mantine/charts/styles.layer.css';

import { Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { meQuery } from '../../api/queries';
import { type UsageBy, usageQuery } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './settings.module.css';
import { UsagePlot } from './usage-plot';
import { UsageTable } from './usage-table';
import { type Metric, type Span, spanOf, tellingMetric } from './usage-view';

const SPANS = ['7', '30', '90', 'all'] as const;
const METRICS: readonly Metric[] = ['tokens', 'price', 'answers'];

/** What models took, of everybody for whoever administers, else of oneself. */
export default function UsageSection() {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const [days, setDays] = useState<(typeof SPANS)[number]>('30');
  const [by, setBy] = useState<UsageBy>('day');
  const [metric, setMetric] = useState<Metric | null>(null);
  const span = useMemo(() => spanOf(days === 'all' ? null : Number(days), new Date()), [days]);
  const whose = me?.administers ? 'all' : 'mine';
  const usage = useQuery({ ...usageQuery(whose, queryOf(by, span)), enabled: me !== undefined });
  const shown = metric ?? tellingMetric(usage.data?.rows ?? []);
  const hasPeople = me?.mode === 'accounts' && whose === 'all';
  const ways: readonly UsageBy[] = ['day', 'room', ...(hasPeople ? (['user'] as const) : []), 'model'];
  return (
    <PageSection
      title={t('settings.usage')}
      lead={t(`settings.usage_explain_${whose}`)}
      actions={
        whose === 'all' && (
          <Button
            component="a"
            href={exportAddress(by, span)}
            download
            variant="default"
            leftSection={<IconDownload size={17} stroke={1.6} aria-hidden />}
          >
            {t('settings.usage_export')}
          </Button>
        )
      }
    >
      <Group gap="sm">
        <SegmentedControl
          size="sm"
          aria-label={t('settings.usage_by')}
          value={by}
          onChange={(value) => setBy(value as UsageBy)}
          data={ways.map((value) => ({ value, label: t(`settings.by_${value}`) }))}
        />
        <Select
          aria-label={t('settings.usage_span')}
          value={days}
          onChange={(value) => setDays((value ?? '30') as (typeof SPANS)[number])}
          data={SPANS.map((value) => ({ value, label: t(`settings.span_${value}`) }))}
          allowDeselect={false}
          w="11rem"
        />
        <Select
          aria-label={t('settings.usage_metric')}
          value={shown}
          onChange={(value) => setMetric(value as Metric | null)}
          data={METRICS.map((value) => ({ value, label: t(`settings.metric_${value}`) }))}
          allowDeselect={false}
          w="9rem"
        />
      </Group>
      {usage.isPending && <Skeleton height="16rem" aria-label={t('common.loading')} />}
      {usage.isError && <ProblemNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data?.rows.length === 0 && <p className={classes.soft}>{t('settings.usage_none')}</p>}
      {usage.data && usage.data.rows.length > 0 && (
        <>
          <UsagePlot usage={usage.data} metric={shown} span={span} />
          <UsageTable usage={usage.data} />
        </>
      )}
    </PageSection>
  );
}

function queryOf(by: UsageBy, span: Span) {
  return span.first === null ? { by } : { by, from: span.first, to: span.last };
}

function exportAddress(by: UsageBy, span: Span): string {
  const query = queryOf(by, span);
  return `/api/usage/export?${new URLSearchParams(query).toString()}`;
}
