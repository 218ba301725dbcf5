import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { memoryReviewsQuery, memoryThreadsQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageFrame } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { CareSection } from './care-section';
import { EmptyMemory } from './empty-memory';
import { EraseSection } from './erase-section';
import { FactDrawer } from './fact-drawer';
import { FactsSection } from './facts-section';
import { GraphSection } from './graph-section';
import { KnewSection } from './knew-section';
import { chosenSection, type MemoryAddress, type MemorySection, SECTIONS } from './memory-address';
import classes from './memory-page.module.css';
import { ReviewsSection } from './reviews-section';
import { TalksSection } from './talks-section';
import { TenantChoice } from './tenant-choice';
import { TimeBar } from './time-bar';
import { MemoryProvider, useMemory } from './use-memory';

const PARTS: Record<MemorySection, () => ReactNode> = {
  facts: FactsSection,
  graph: GraphSection,
  reviews: ReviewsSection,
  knew: KnewSection,
  talks: TalksSection,
  erase: EraseSection,
  care: CareSection,
};
/** They have something to say of a memory that holds nothing. */
const NEVER_EMPTY: readonly MemorySection[] = ['erase', 'care'];
const WITH_TIME: readonly MemorySection[] = ['facts', 'graph', 'talks'];

interface MemoryPageProps {
  section: string | null;
  address: MemoryAddress;
}

/** What is remembered: facts, their links, what waits, what was known, and how it is erased. */
export function MemoryPage({ section, address }: MemoryPageProps) {
  const { t } = useI18n();
  const chosen = chosenSection(section);
  return (
    <MemoryProvider address={address} section={chosen}>
      <PageFrame title={t('memory.title')} lead={t('memory.lead')} actions={<TenantChoice />} wide={chosen === 'graph'}>
        <SectionNav />
        <Part key={`${address.tenant ?? ''}/${chosen}`} />
      </PageFrame>
      <FactDrawer />
    </MemoryProvider>
  );
}

function Part() {
  const { t } = useI18n();
  const { tenant, section } = useMemory();
  const threads = useQuery(memoryThreadsQuery(tenant));
  const Chosen = PARTS[section];
  if (NEVER_EMPTY.includes(section)) return <Chosen />;
  if (threads.isError && !threads.data) {
    return <ProblemNotice error={threads.error} onRetry={() => void threads.refetch()} />;
  }
  if (threads.isPending) {
    return <Skeleton height="12rem" radius="md" role="status" aria-label={t('common.loading')} />;
  }
  if (threads.data.length === 0) return <EmptyMemory />;
  return (
    <>
      {WITH_TIME.includes(section) && <TimeBar />}
      <Chosen />
    </>
  );
}

function SectionNav() {
  const { t } = useI18n();
  const { section, tenant, look } = useMemory();
  const waiting = useQuery(memoryReviewsQuery(tenant)).data?.length ?? 0;
  return (
    <nav className={classes.nav} aria-label={t('memory.sections')}>
      {SECTIONS.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tab}
          aria-current={name === section ? 'page' : undefined}
          onClick={() => look({}, name)}
        >
          {t(`memory.section_${name}`)}
          {name === 'reviews' && waiting > 0 && (
            <span className={classes.count} aria-label={t('memory.waiting_count', { count: waiting })}>
              {waiting}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
