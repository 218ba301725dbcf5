import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import type { MemoryReview } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { useShortcuts } from '../../ui/use-shortcuts';
import { ReviewCard } from './review-card';
import { ReviewEdit } from './review-edit';
import { useReviewWords } from './review-words';
import classes from './reviews.module.css';
import { useReviews, type Verdict } from './use-reviews';

/** What waits for a person: both values side by side, decided one by one or many at once. */
export function ReviewsSection() {
  const { t } = useI18n();
  const { query, shown, decide, error } = useReviews();
  if (query.isError && !query.data) {
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (shown === undefined) {
    return <Skeleton height="14rem" role="status" aria-label={t('common.loading')} />;
  }
  return (
    <>
      {error !== null && <ProblemNotice error={error} />}
      {shown.length === 0 ? (
        <EmptyState icon={<IconScale size={42} stroke={1.2} />} title={t('memory.reviews_empty')}>
          <p>{t('memory.reviews_empty_explain')}</p>
        </EmptyState>
      ) : (
        <Queue reviews={shown} decide={decide} />
      )}
    </>
  );
}

interface QueueProps {
  reviews: readonly MemoryReview[];
  decide: ReturnType<typeof useReviews>['decide'];
}

function Queue({ reviews, decide }: QueueProps) {
  const { t } = useI18n();
  const words = useReviewWords();
  const list = useRef<HTMLOListElement>(null);
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<MemoryReview | null>(null);
  const selected = reviews.filter(({ id }) => chosen.has(id));
  const one = (review: MemoryReview, verdict: Verdict) => {
    const said = t(verdict === 'accept' ? 'memory.review_taken' : 'memory.review_refused', {
      label: words.label(review),
    });
    decide([review.id], verdict, reasons[review.id] ?? '', said);
  };
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const act = (does: (review: MemoryReview, at: number) => void) => () => {
    const at = reviews.findIndex(({ id }) => id === focusedReview());
    const review = reviews[at];
    if (review) does(review, at);
  };
  const move = (by: number) => () => {
    const at = reviews.findIndex(({ id }) => id === focusedReview());
    focusReview(list.current, Math.min(Math.max(at + by, 0), reviews.length - 1));
  };
  const decideAndGoOn = (verdict: Verdict) =>
    act((review, at) => {
      one(review, verdict);
      requestAnimationFrame(() => focusReview(list.current, Math.min(at, reviews.length - 2)));
    });
  useShortcuts(t('memory.section_reviews'), [
    { keys: 'KeyJ', label: t('memory.key_next'), run: move(1) },
    { keys: 'KeyK', label: t('memory.key_previous'), run: move(-1) },
    { keys: 'KeyA', label: t('memory.key_accept'), run: decideAndGoOn('accept') },
    { keys: 'KeyR', label: t('memory.key_refuse'), run: decideAndGoOn('refuse') },
    {
      keys: 'KeyE',
      label: t('memory.review_edit'),
      run: act((review) => review.new && setEdited(review)),
    },
    { keys: 'KeyX', label: t('memory.key_choose'), run: act((review) => toggle(review.id)) },
  ]);
  return (
    <div className={classes.queue}>
      <p className={classes.lead}>
        {t('memory.reviews_lead')} <span className={classes.keys}>{t('memory.review_keys')}</span>
      </p>
      {reviews.length > 1 && (
        <Bulk
          reviews={reviews}
          selected={selected}
          onSelect={(ids) => setChosen(new Set(ids))}
          onDecide={(verdict) => {
            const ids = selected.map(({ id }) => id);
            decide(ids, verdict, '', t('memory.review_many_done', { count: ids.length }));
            setChosen(new Set());
          }}
        />
      )}
      <ol ref={list} className={classes.list} aria-label={t('memory.section_reviews')}>
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            isChosen={reviews.length > 1 ? chosen.has(review.id) : null}
            onChoose={() => toggle(review.id)}
            reason={reasons[review.id] ?? ''}
            onReason={(reason) => setReasons({ ...reasons, [review.id]: reason })}
            onDecide={(verdict) => one(review, verdict)}
            onEdit={() => setEdited(review)}
          />
        ))}
      </ol>
      {edited && <ReviewEdit review={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

interface BulkProps {
  reviews: readonly MemoryReview[];
  selected: readonly MemoryReview[];
  onSelect: (ids: string[]) => void;
  onDecide: (verdict: Verdict) => void;
}

function Bulk({ reviews, selected, onSelect, onDecide }: BulkProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<Verdict | null>(null);
  const count = selected.length;
  const isAll = count === reviews.length;
  return (
    <div className={classes.bulk}>
      <Checkbox
        size="sm"
        label={t('memory.review_select_all')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => onSelect(isAll ? [] : reviews.map(({ id }) => id))}
      />
      <span role="status">{t('memory.review_chosen', { count })}</span>
      {(['accept', 'refuse'] as const).map((verdict) => (
        <Button
          key={verdict}
          variant="default"
          size="compact-sm"
          disabled={count === 0}
          onClick={() => setAsked(verdict)}
        >
          {t(`memory.review_bulk_${verdict}`)}
        </Button>
      ))}
      <Confirm
        opened={asked !== null}
        title={t(asked === 'refuse' ? 'memory.review_bulk_refuse_title' : 'memory.review_bulk_accept_title', { count })}
        action={t('memory.review_bulk_do')}
        busy={false}
        error={null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) onDecide(asked);
          setAsked(null);
        }}
      >
        {t('memory.review_bulk_explain')}
      </Confirm>
    </div>
  );
}

function focusedReview(): string | null {
  return document.activeElement?.closest('[data-review]')?.getAttribute('data-review') ?? null;
}

function focusReview(list: HTMLElement | null, at: number): void {
  list?.querySelectorAll<HTMLElement>('[data-review]')[at]?.focus();
}
