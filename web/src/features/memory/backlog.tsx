import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { memoryActs, memoryBacklogQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './talks.module.css';
import { useMemory, useMemoryAct } from './use-memory';

/** What is still to be read in the background, and another try of what failed. */
export function Backlog() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const backlog = useQuery(memoryBacklogQuery(tenant));
  const retry = useMemoryAct((whose, _: null) => memoryActs.retry(whose));
  if (backlog.data === undefined) {
    return backlog.isError ? <ProblemNotice error={backlog.error} /> : null;
  }
  const { waiting_for_a_model: waiting, failed, without_vectors: vectors } = backlog.data;
  const said = [
    waiting > 0 && t('memory.backlog_waiting', { count: waiting }),
    failed > 0 && t('memory.backlog_failed', { count: failed }),
    vectors > 0 && t('memory.backlog_vectors', { count: vectors }),
  ].filter(Boolean);
  return (
    <p className={classes.backlog} role="status">
      <span>
        {t('memory.backlog')}: {said.length > 0 ? said.join(' · ') : t('memory.backlog_none')}
      </span>
      {failed > 0 && (
        <Button variant="default" size="compact-xs" loading={retry.isPending} onClick={() => retry.mutate(null)}>
          {t('memory.backlog_retry')}
        </Button>
      )}
    </p>
  );
}
