import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import {
  memoryEntitiesQuery,
  memoryFactsQuery,
  type MemoryFact,
  type MemoryReview,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { labelOf, nameOf } from './fact-view';
import { useMemory } from './use-memory';

/** What a review asks: with no new value there is nothing to take in, only something to remove. */
export function askedBy<Kind extends string>(review: { kind: Kind; new: unknown }): Kind | 'doubt' {
  return review.kind === 'conflict' && review.new === null ? 'doubt' : review.kind;
}

/** What a review is about, in words: whose fact, and which. */
export function useReviewWords() {
  const { t, locale } = useI18n();
  const { tenant } = useMemory();
  const facts = useQuery(memoryFactsQuery(tenant)).data;
  const entities = useQuery(memoryEntitiesQuery(tenant)).data;
  return useMemo(() => {
    const byId = new Map((facts ?? []).map((fact) => [fact.id, fact]));
    const factOf = (review: MemoryReview): MemoryFact | undefined =>
      byId.get(review.new?.fact_id ?? '') ?? byId.get(review.old?.fact_id ?? '');
    const names = (review: MemoryReview) =>
      (entities ?? []).filter(({ id }) => review.entity_ids.includes(id)).map((one) => nameOf(one, t));
    return {
      names,
      subject: (review: MemoryReview) => {
        const fact = factOf(review);
        return fact ? nameOf(fact.subject, t) : names(review).join(' · ');
      },
      label: (review: MemoryReview) => {
        const fact = factOf(review);
        return fact ? labelOf(fact, locale) : t(`memory.review_${review.kind}`);
      },
    };
  }, [facts, entities, t, locale]);
}
