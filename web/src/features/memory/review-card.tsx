import { Button, Checkbox } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { memoryFactsQuery, memoryMessagesQuery, type MemoryReview } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { MessageQuote } from './message-quote';
import { askedBy, useReviewWords } from './review-words';
import classes from './reviews.module.css';
import { useMemory } from './use-memory';
import type { Verdict } from './use-reviews';
import { WordsField } from './words-field';

interface ReviewCardProps {
  review: MemoryReview;
  /** Null where there is nothing to choose among. */
  isChosen: boolean | null;
  onChoose: () => void;
  reason: string;
  onReason: (reason: string) => void;
  onDecide: (verdict: Verdict) => void;
  onEdit: () => void;
}

/** What the two buttons of a kind of review say. */
const SAID: Record<string, Record<Verdict, MessageKey>> = {
  conflict: { accept: 'memory.review_accept', refuse: 'memory.review_refuse' },
  doubt: { accept: 'memory.review_remove', refuse: 'memory.review_keep' },
  merge: { accept: 'memory.review_same', refuse: 'memory.review_apart' },
  quarantine: { accept: 'memory.review_quarantine_accept', refuse: 'memory.review_quarantine_refuse' },
};

/** One decision: the old value and the new one side by side, each with the words it comes from. */
export function ReviewCard(props: ReviewCardProps) {
  const { t } = useI18n();
  const { review } = props;
  const words = useReviewWords();
  const title = `${words.subject(review)}: ${words.label(review)}`;
  return (
    <li className={classes.card} data-review={review.id} tabIndex={-1} aria-label={title}>
      <header className={classes.head}>
        {props.isChosen !== null && (
          <Checkbox
            aria-label={t('memory.review_select', { label: title })}
            checked={props.isChosen}
            onChange={props.onChoose}
          />
        )}
        <h2 className={classes.title}>
          <Name>{words.subject(review)}</Name>: {words.label(review)}
        </h2>
        <span className={classes.kind}>{t(`memory.review_${askedBy(review)}`)}</span>
      </header>
      {review.kind === 'merge' ? <Two review={review} /> : <Sides review={review} />}
      {review.asked_by && review.message !== review.new?.message && (
        <div>
          <h3 className={classes.small}>{t('memory.review_words')}</h3>
          <Directed as="blockquote" text={review.asked_by} className={classes.asked}>
            {review.asked_by}
          </Directed>
        </div>
      )}
      <Acts {...props} />
      {review.reason && (
        <details className={classes.fine}>
          <summary>{t('memory.review_why_asked')}</summary>
          <Directed text={review.reason}>{review.reason}</Directed>
        </details>
      )}
    </li>
  );
}

function Two({ review }: { review: MemoryReview }) {
  const words = useReviewWords();
  const { look } = useMemory();
  return (
    <div className={classes.sides}>
      {words.names(review).map((name, place) => (
        <Button
          key={review.entity_ids[place]}
          variant="light"
          onClick={() => look({ entity: review.entity_ids[place] ?? null }, 'facts')}
        >
          <Name>{name}</Name>
        </Button>
      ))}
    </div>
  );
}

function Sides({ review }: { review: MemoryReview }) {
  const { t } = useI18n();
  return (
    <div className={classes.sides}>
      <section className={classes.side} aria-label={t('memory.review_old')}>
        <h3 className={classes.small}>{t('memory.review_old')}</h3>
        {review.old ? (
          <SideView side={review.old} kind="old" />
        ) : (
          <p className={classes.fine}>{t('memory.review_nothing_old')}</p>
        )}
      </section>
      <section className={classes.side} data-new aria-label={t('memory.review_new')}>
        <h3 className={classes.small}>{t('memory.review_new')}</h3>
        {review.new ? (
          <SideView side={review.new} kind="new" />
        ) : (
          <p className={classes.fine}>{t('memory.review_none')}</p>
        )}
      </section>
    </div>
  );
}

function SideView({ side, kind }: { side: NonNullable<MemoryReview['old']>; kind: 'old' | 'new' }) {
  const { t } = useI18n();
  const { tenant, look } = useMemory();
  const messages = useQuery(memoryMessagesQuery(tenant, side.thread)).data;
  const message = messages?.find(({ id }) => id === side.message);
  const fact = useQuery(memoryFactsQuery(tenant)).data?.find(({ id }) => id === side.fact_id);
  const Tag = kind === 'old' ? 'del' : 'ins';
  return (
    <>
      <Directed as="p" text={side.value} className={classes.value}>
        {side.parts.map((part, place) =>
          part.changed ? <Tag key={place}>{part.text}</Tag> : <span key={place}>{part.text}</span>,
        )}
      </Directed>
      {message ? (
        <MessageQuote message={message} spans={fact ? [fact.quote] : []} />
      ) : (
        <p className={classes.fine}>{t('memory.fact_source_erased')}</p>
      )}
      <p className={classes.fine}>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => look({ thread: side.thread, message: side.message }, 'talks')}
        >
          {t('memory.fact_open_talk')}
        </Button>
      </p>
    </>
  );
}

function Acts({ review, reason, onReason, onDecide, onEdit }: ReviewCardProps) {
  const { t } = useI18n();
  const said = SAID[askedBy(review)] ?? SAID['conflict'];
  return (
    <div className={classes.acts}>
      <WordsField
        size="xs"
        className={classes.reason}
        label={t('memory.review_reason')}
        placeholder={t('memory.review_reason_example')}
        maxLength={1000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <Button
        size="xs"
        leftSection={<IconCheck size={15} aria-hidden />}
        aria-keyshortcuts="A"
        onClick={() => onDecide('accept')}
      >
        {t(said?.accept ?? 'memory.review_accept')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconX size={15} aria-hidden />}
        aria-keyshortcuts="R"
        onClick={() => onDecide('refuse')}
      >
        {t(said?.refuse ?? 'memory.review_refuse')}
      </Button>
      {review.new && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPencil size={15} aria-hidden />}
          aria-keyshortcuts="E"
          onClick={onEdit}
        >
          {t('memory.review_edit')}
        </Button>
      )}
    </div>
  );
}
