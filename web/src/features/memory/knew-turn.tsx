import { Skeleton, Switch } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import {
  type MemoryContext,
  memoryFactsQuery,
  type MemoryMessage,
  memoryRecallQuery,
  threadRequestsQuery,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { ProblemNotice } from '../../ui/problem-notice';
import { FactLine } from './fact-line';
import { firstHeard } from './fact-view';
import classes from './knew.module.css';
import { MessageQuote } from './message-quote';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

// What is written down within this time of being said was known at once.
const AT_ONCE_MS = 10 * 60_000;

/** One turn: the words, what memory held of them then, and what it holds now. */
export function KnewTurn({ turn }: { turn: MemoryMessage }) {
  const { t } = useI18n();
  const { moment } = useDays();
  const { tenant } = useMemory();
  const [asIf, setAsIf] = useState(false);
  const facts = useQuery(memoryFactsQuery(tenant)).data ?? [];
  const heard = firstHeard(facts, turn.thread);
  const isLate = heard !== null && heard - Date.parse(turn.at) > AT_ONCE_MS;
  const words = { question: turn.text, thread: turn.thread };
  const then = useQuery(
    memoryRecallQuery(tenant, words, { asOf: turn.at, believedAt: asIf ? undefined : turn.at }),
  );
  const now = useQuery(memoryRecallQuery(tenant, words, {}));
  return (
    <>
      <MessageQuote message={turn} spans={[]} />
      <SentRequests thread={turn.thread} at={turn.at} />
      {isLate && (
        <div className={classes.late}>
          <p>{t('memory.knew_late', { at: moment(turn.at) })}</p>
          <Switch
            size="sm"
            label={t('memory.knew_as_if')}
            checked={asIf}
            onChange={(event) => setAsIf(event.currentTarget.checked)}
          />
        </div>
      )}
      <div className={classes.sides}>
        <Given
          title={t('memory.knew_then')}
          note={t('memory.knew_then_note', { at: moment(turn.at) })}
          context={then}
          other={now.data}
          only={t('memory.knew_only_then')}
        />
        <Given
          title={t('memory.knew_now')}
          note={t('memory.knew_now_note')}
          context={now}
          other={then.data}
          only={t('memory.knew_only_now')}
        />
      </div>
    </>
  );
}

interface GivenProps {
  title: string;
  note: string;
  context: UseQueryResult<MemoryContext>;
  other: MemoryContext | undefined;
  only: string;
}

function Given({ title, note, context, other, only }: GivenProps) {
  const { t } = useI18n();
  const elsewhere = new Set(other?.facts.map(({ id }) => id));
  return (
    <section className={classes.side} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.fine}>{note}</p>
      {context.isError && <ProblemNotice error={context.error} onRetry={() => void context.refetch()} />}
      {context.isPending && <Skeleton height="6rem" role="status" aria-label={t('common.loading')} />}
      {context.data && (
        <>
          {context.data.facts.length === 0 && <p className={classes.none}>{t('memory.knew_nothing')}</p>}
          {context.data.facts.length > 0 && !context.data.is_known && (
            <p className={classes.fine}>{t('memory.knew_not_asked')}</p>
          )}
          <ul className={classes.facts}>
            {context.data.facts.map((fact) => (
              <li key={fact.id}>
                <FactLine fact={fact} />
                {other && other.facts.length > 0 && (
                  <span className={classes.only} data-alone={!elsewhere.has(fact.id) || undefined}>
                    {elsewhere.has(fact.id) ? t('memory.knew_both') : only}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {context.data.text && (
            <details className={classes.given}>
              <summary>
                {t('memory.knew_given')} ({t('memory.knew_tokens', { count: context.data.tokens })})
              </summary>
              <Directed as="p" text={context.data.text} className={classes.text}>
                {context.data.text}
              </Directed>
            </details>
          )}
        </>
      )}
    </section>
  );
}

/** The very requests that were sent for this turn, where the conversation is a room's thread. */
function SentRequests({ thread, at }: { thread: string; at: string }) {
  const { t } = useI18n();
  const { moment } = useDays();
  const isRooms = thread.startsWith('thr_');
  const requests = useQuery({ ...threadRequestsQuery(thread), enabled: isRooms });
  if (!isRooms || requests.isError) return <p className={classes.fine}>{t('memory.knew_no_request')}</p>;
  const sent = (requests.data ?? []).find((request) => Date.parse(request.at) >= Date.parse(at));
  if (sent === undefined) return null;
  return (
    <p>
      <Link to="/requests/$requestId" params={{ requestId: sent.id }}>
        {t('memory.knew_request')}
      </Link>{' '}
      <span className={classes.fine}>{moment(sent.at)}</span>
    </p>
  );
}
