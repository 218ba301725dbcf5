import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { memoryActs, memoryKey, memoryReviewsQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { useMemory } from './use-memory';

// As long as a notice with a way back stands.
const UNDO_MS = 10_000;

export type Verdict = 'accept' | 'refuse';

interface Pending {
  ids: string[];
  verdict: Verdict;
  reason: string;
  timer: ReturnType<typeof setTimeout>;
  /** Takes the notice with the way back off the screen. */
  close: () => void;
}

/**
 * The decisions that wait. A verdict shows at once and is sent when its time to be taken back is
 * over, or when the screen is left: the server itself cannot take a verdict back.
 */
export function useReviews() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const queries = useQueryClient();
  const reviews = useQuery(memoryReviewsQuery(tenant));
  const pending = useRef(new Set<Pending>());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>(null);

  const show = useCallback((ids: readonly string[]) => {
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
  }, []);

  const send = useCallback(
    async (one: Pending) => {
      clearTimeout(one.timer);
      if (!pending.current.delete(one)) return;
      const { ids, verdict, reason } = one;
      one.close();
      try {
        await memoryActs.decide(tenant, { ids, verdict, by: 'user', reason });
      } catch (refused) {
        setError(refused);
      }
      await queries.invalidateQueries({ queryKey: memoryKey(tenant) });
      show(ids);
    },
    [tenant, queries, show],
  );

  useEffect(() => {
    const waiting = pending.current;
    const sendAll = () => waiting.forEach((one) => void send(one));
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      sendAll();
    };
  }, [send]);

  const decide = (ids: string[], verdict: Verdict, reason: string, said: string) => {
    setError(null);
    setHidden((before) => new Set([...before, ...ids]));
    const takeBack = () => {
      clearTimeout(one.timer);
      if (pending.current.delete(one)) show(ids);
    };
    const one: Pending = {
      ids,
      verdict,
      reason,
      timer: setTimeout(() => void send(one), UNDO_MS),
      close: notifyDone(said, { label: t('memory.undo'), run: takeBack }),
    };
    pending.current.add(one);
  };

  const shown = useMemo(
    () => reviews.data?.filter(({ id }) => !hidden.has(id)),
    [reviews.data, hidden],
  );
  return { query: reviews, shown, decide, error };
}
