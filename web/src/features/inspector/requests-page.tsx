import { Button, Select, Skeleton } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type RecentRequest, recentRequestsQuery } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { PageFrame } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './inspector.module.css';
import { RequestRow } from './request-row';
import { cacheState } from './request-view';

const SHOWN = ['all', 'turn', 'research', 'summary', 'replay', 'rewrite', 'broken'] as const;
type Shown = (typeof SHOWN)[number];

/** The newest requests that were sent to models, with what each took and what it could reuse. */
export function RequestsPage() {
  const { t } = useI18n();
  const [shown, setShown] = useState<Shown>('all');
  const pages = useInfiniteQuery(recentRequestsQuery);
  const requests = pages.data?.pages.flat() ?? [];
  const listed = requests.filter((request) => isShown(request, shown));
  return (
    <PageFrame
      title={t('inspector.title')}
      lead={t('inspector.lead')}
      actions={
        <Select
          aria-label={t('inspector.show')}
          allowDeselect={false}
          value={shown}
          onChange={(value) => setShown((value ?? 'all') as Shown)}
          data={SHOWN.map((value) => ({ value, label: t(`inspector.show_${value}`) }))}
        />
      }
    >
      {pages.isPending && <Waiting />}
      {pages.isError && <ProblemNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && requests.length === 0 && <NoRequests />}
      {requests.length > 0 && listed.length === 0 && <p>{t('inspector.none_such')}</p>}
      {listed.length > 0 && (
        <ol className={classes.list} aria-label={t('inspector.title')}>
          {listed.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('inspector.older')}
        </Button>
      )}
    </PageFrame>
  );
}

function isShown(request: RecentRequest, shown: Shown): boolean {
  if (shown === 'all') return true;
  if (shown === 'broken') return cacheState(request.audit) === 'broken';
  return request.purpose === shown;
}

function NoRequests() {
  const { t } = useI18n();
  return (
    <EmptyState icon={<IconMessageOff size={40} stroke={1.3} />} title={t('inspector.empty')}>
      <p>{t('inspector.empty_explain')}</p>
    </EmptyState>
  );
}

function Waiting() {
  const { t } = useI18n();
  return (
    <div className={classes.list} role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} height={64} radius="md" />
      ))}
    </div>
  );
}
