import { Button, Drawer, Loader } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { memoryFactQuery, type MemoryWhy } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import { FactTimeline } from './fact-timeline';
import { FactWhen } from './fact-line';
import { FactState } from './fact-state';
import { labelOf, nameOf, valueOf } from './fact-view';
import classes from './facts.module.css';
import { MessageQuote } from './message-quote';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

/** Where the chosen fact comes from, beside whatever section it was chosen in. */
export function FactDrawer() {
  const { t } = useI18n();
  const { address, look } = useMemory();
  return (
    <Drawer
      opened={address.fact !== undefined}
      onClose={() => look({ fact: null })}
      position="right"
      size="30rem"
      title={t('memory.fact_title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: classes.drawer, header: classes.drawer, title: classes.drawerTitle }}
    >
      {address.fact !== undefined && <Fact factId={address.fact} />}
    </Drawer>
  );
}

function Fact({ factId }: { factId: string }) {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const why = useQuery(memoryFactQuery(tenant, factId));
  if (why.isPending) return <Loader aria-label={t('common.loading')} />;
  if (why.data) return <Why why={why.data} />;
  return <ProblemNotice error={why.error} onRetry={() => void why.refetch()} />;
}

function Why({ why }: { why: MemoryWhy }) {
  const { t, locale } = useI18n();
  const { day } = useDays();
  const { fact, message } = why;
  return (
    <div className={classes.why}>
      <header>
        <p className={classes.entityKind}>
          <Name>{nameOf(fact.subject, t)}</Name> · {labelOf(fact, locale)}
        </p>
        <p className={classes.title}>
          <Name>{valueOf(fact, locale)}</Name>
        </p>
        <p className={classes.standing}>
          <FactState fact={fact} /> <FactWhen fact={fact} />
        </p>
        <p className={classes.fine}>
          {[
            t('memory.recorded', { at: day(fact.recorded_from) }),
            fact.said_by === 'assistant' && t('memory.said_by_assistant'),
            fact.confidence < 0.6 && t('memory.unsure'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <section>
        <h3 className={classes.chainTitle}>{t('memory.fact_source')}</h3>
        {message ? (
          <>
            <MessageQuote message={message} spans={[fact.quote]} />
            <OpenInTalk thread={message.thread} message={message.id} />
          </>
        ) : (
          <p className={classes.none}>{t('memory.fact_source_erased')}</p>
        )}
      </section>
      {why.ended_by && (
        <section>
          <h3 className={classes.chainTitle}>{t('memory.fact_ended_by')}</h3>
          <MessageQuote message={why.ended_by} spans={[]} />
          <OpenInTalk thread={why.ended_by.thread} message={why.ended_by.id} />
        </section>
      )}
      {why.chain.length > 1 && (
        <FactTimeline chain={why.chain} />
      )}
      <Decisions reviews={why.reviews} />
    </div>
  );
}

function OpenInTalk({ thread, message }: { thread: string; message: string }) {
  const { t } = useI18n();
  const { look } = useMemory();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconMessage size={15} aria-hidden />}
      onClick={() => look({ fact: null, thread, message }, 'talks')}
    >
      {t('memory.fact_open_talk')}
    </Button>
  );
}

function Decisions({ reviews }: Pick<MemoryWhy, 'reviews'>) {
  const { t } = useI18n();
  const { moment } = useDays();
  if (reviews.length === 0) return null;
  return (
    <section>
      <h3 className={classes.chainTitle}>{t('memory.fact_reviews')}</h3>
      <ul className={classes.decisions}>
        {reviews.map((review) => (
          <li key={review.id}>
            {review.verdict === null
              ? t('memory.decided_waiting')
              : t(`memory.decided_${review.verdict}`, {
                  by: review.decided_by === 'user' ? t('memory.the_user') : review.decided_by,
                })}
            {review.decided_at && <span className={classes.fine}> {moment(review.decided_at)}</span>}
            {review.decided_reason && (
              <p className={classes.fine}>{t('memory.decided_reason', { reason: review.decided_reason })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
