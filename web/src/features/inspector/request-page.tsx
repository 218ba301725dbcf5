import { Button, Skeleton } from '@mantine/core';
import { IconMicroscopeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { isTrajectory, type RequestDetail, requestQuery } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { PageFrame } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { CacheSection } from './cache-section';
import { FlagsSection } from './flags-section';
import { LoadedSection } from './loaded-section';
import { RequestHead } from './request-head';
import { SegmentsSection } from './segments-section';
import { ToolsSection } from './tools-section';

/** One request to a model, piece by piece, exactly as it was sent. */
export function RequestPage({ requestId }: { requestId: string }) {
  const { t } = useI18n();
  const request = useQuery(requestQuery(requestId));
  return (
    <PageFrame title={t('inspector.one')}>
      {request.isPending && <Waiting />}
      {request.isError && (
        <NoRequest error={request.error} onRetry={() => void request.refetch()} />
      )}
      {request.data && <RequestView request={request.data} />}
    </PageFrame>
  );
}

function RequestView({ request }: { request: RequestDetail }) {
  return (
    <>
      <RequestHead request={request} />
      <CacheSection request={request} />
      <FlagsSection segments={request.segments} />
      <SegmentsSection segments={request.segments} />
      <ToolsSection tools={request.tools} />
      {isTrajectory(request.owner_id) && <LoadedSection request={request} />}
    </>
  );
}

function NoRequest({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={<IconMicroscopeOff size={40} stroke={1.3} />}
      title={t('inspector.unavailable')}
      actions={
        <Button component={Link} to="/requests" variant="default">
          {t('inspector.to_list')}
        </Button>
      }
    >
      <ProblemNotice error={error} onRetry={onRetry} />
    </EmptyState>
  );
}

function Waiting() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={28} width="60%" mb="md" />
      <Skeleton height={44} mb="xl" />
      <Skeleton height={240} />
    </div>
  );
}
