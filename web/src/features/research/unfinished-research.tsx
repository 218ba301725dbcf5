import { Button, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, done } from '../../api/client';
import { researchesQuery, threadQuery } from '../../api/queries';
import type { ResearchRun } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './research.module.css';
import { StoredTicks } from './stored-research';

interface UnfinishedResearchProps {
  roomId: string;
  /** The run that the page follows itself; while it does, no other is offered. */
  followedId: string | null;
  onResume: (run: ResearchRun) => void;
  onOpenThread: (threadId: string) => void;
}

/** The room's research without an answer yet: what broke off goes on, what runs is shown. */
export function UnfinishedResearch(props: UnfinishedResearchProps) {
  const { roomId, followedId, onResume, onOpenThread } = props;
  const { t } = useI18n();
  const runs = useQuery(researchesQuery(roomId)).data ?? [];
  const unfinished = runs.filter(({ state }) => state !== 'answered');
  if (unfinished.length === 0 || followedId !== null) return null;
  return (
    <section className={classes.unfinished} aria-label={t('research.unfinished')}>
      <h2 className={classes.title}>{t('research.unfinished')}</h2>
      <ul className={classes.runs}>
        {unfinished.map((run) => (
          <UnfinishedRun
            key={run.id}
            run={run}
            onResume={() => onResume(run)}
            onOpen={() => onOpenThread(run.thread_id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface UnfinishedRunProps {
  run: ResearchRun;
  onResume: () => void;
  onOpen: () => void;
}

function UnfinishedRun({ run, onResume, onOpen }: UnfinishedRunProps) {
  const { t } = useI18n();
  const isRunning = run.state === 'running';
  return (
    <li>
      <div className={classes.run}>
        <UnstyledButton className={classes.question} onClick={onOpen}>
          <Name className="one-line">{run.question}</Name>
        </UnstyledButton>
        {isRunning ? (
          <StopRun run={run} />
        ) : (
          <Button size="compact-sm" onClick={onResume}>
            {t('research.resume')}
          </Button>
        )}
      </div>
      {isRunning && <StoredTicks runId={run.id} />}
    </li>
  );
}

function StopRun({ run }: { run: ResearchRun }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      done(api.POST('/api/research/{run_id}/stop', { params: { path: { run_id: run.id } } })),
  });
  // It goes from the list when its answer is there, which the open thread does not know yet.
  useEffect(
    () => () => void queries.invalidateQueries({ queryKey: threadQuery(run.thread_id).queryKey }),
    [queries, run.thread_id],
  );
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        {t('chat.stop')}
      </Button>
      {stop.isError && <ProblemNotice error={stop.error} />}
    </>
  );
}
