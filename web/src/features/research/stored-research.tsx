import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { researchQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './research.module.css';
import { viewOfStored } from './research-state';
import { ResearchTicks } from './research-ticks';

/** How the research behind a stored answer went; folded, and asked for when it is opened. */
export function StoredResearch({ runId }: { runId: string }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.stored} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('research.how')}</summary>
      {isOpen && <StoredTicks runId={runId} />}
    </details>
  );
}

/** The ticks of a run that this page does not follow, read again while it is under way. */
export function StoredTicks({ runId }: { runId: string }) {
  const run = useQuery(researchQuery(runId));
  if (run.isError) return <ProblemNotice error={run.error} onRetry={() => void run.refetch()} />;
  if (run.data === undefined) return null;
  return <ResearchTicks view={viewOfStored(run.data)} isRunning={run.data.state === 'running'} />;
}
