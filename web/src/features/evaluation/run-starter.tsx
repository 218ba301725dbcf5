import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { api, done } from '../../api/client';
import { evaluate } from '../../api/evaluation-stream';
import { ApiError } from '../../api/problem';
import { evaluationsQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './evaluation.module.css';

interface RunStarterProps {
  roomId: string;
  canStart: boolean;
}

/** Begins a run, shows how far it has come, and stops it with what was asked kept. */
export function RunStarter({ roomId, canStart }: RunStarterProps) {
  const { t } = useI18n();
  const { running, error, start, stop } = useEvaluation(roomId);
  return (
    <section className={classes.section} aria-label={t('evaluation.run')}>
      <div className={classes.buttons}>
        <Button disabled={!canStart || running !== null} onClick={() => void start()}>
          {t('evaluation.run')}
        </Button>
        {running && (
          <Button variant="default" onClick={stop}>
            {t('chat.stop')}
          </Button>
        )}
      </div>
      {running && (
        <div role="status">
          <p className={classes.facts}>{t('evaluation.progress', { ...running })}</p>
          <Progress
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={t('evaluation.run')}
          />
        </div>
      )}
      {error !== null && <ProblemNotice error={error} />}
    </section>
  );
}

/** A run under way; a reader who goes away leaves it to its end. */
function useEvaluation(roomId: string) {
  const queries = useQueryClient();
  const stream = useRef<AbortController | null>(null);
  const [runId, setRunId] = useState<string | null>(null);
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => () => stream.current?.abort(), []);

  const start = async () => {
    stream.current = new AbortController();
    setError(null);
    setRunning({ done: 0, total: 0 });
    try {
      for await (const { event, data } of evaluate(roomId, stream.current.signal)) {
        if (event === 'evaluation') setRunId(data.run_id);
        if (event === 'progress') setRunning(data);
        if (event === 'error') setError(new ApiError(data));
      }
    } catch (failure) {
      setError(failure);
    }
    setRunning(null);
    await queries.invalidateQueries({ queryKey: evaluationsQuery(roomId).queryKey });
  };
  const stop = () => {
    if (runId === null) return;
    const params = { path: { room_id: roomId, run_id: runId } };
    done(api.POST('/api/rooms/{room_id}/evaluation/runs/{run_id}/stop', { params })).catch(setError);
  };
  return { running, error, start, stop };
}
