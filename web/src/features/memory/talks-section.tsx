import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { memoryThreadsQuery, type MemoryThread } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { PageSection } from '../../ui/page-frame';
import { Backlog } from './backlog';
import { SayBox } from './say-box';
import { Talk } from './talk';
import classes from './talks.module.css';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

/** The log: conversations as they were said, what was taken from them, and a box to add to them. */
export function TalksSection() {
  const { t } = useI18n();
  const { tenant, address, look } = useMemory();
  const threads = useQuery(memoryThreadsQuery(tenant)).data;
  const [isSaying, setSaying] = useState(false);
  if (threads === undefined) return <Skeleton height="12rem" role="status" aria-label={t('common.loading')} />;
  const open = threads.find(({ id }) => id === address.thread) ?? null;
  return (
    <PageSection
      title={t('memory.section_talks')}
      lead={t('memory.talks_lead')}
      actions={
        <Button variant="default" size="xs" aria-expanded={isSaying} onClick={() => setSaying(!isSaying)}>
          {t('memory.say_title')}
        </Button>
      }
    >
      <Backlog />
      {isSaying && <SayBox key={open?.id} thread={open?.id ?? null} />}
      <div className={classes.talks}>
        <ul className={classes.threads} aria-label={t('memory.talks_list')}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadLine
                thread={thread}
                isOpen={thread.id === open?.id}
                onOpen={() => look({ thread: thread.id, message: null })}
              />
            </li>
          ))}
        </ul>
        {open ? <Talk key={open.id} thread={open.id} /> : <p className={classes.quiet}>{t('memory.talk_choose')}</p>}
      </div>
    </PageSection>
  );
}

interface ThreadLineProps {
  thread: MemoryThread;
  isOpen: boolean;
  onOpen: () => void;
}

function ThreadLine({ thread, isOpen, onOpen }: ThreadLineProps) {
  const { t } = useI18n();
  const { day } = useDays();
  return (
    <button
      type="button"
      className={classes.thread}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      <Name className="one-line">{thread.id}</Name>
      <span className={classes.fine}>
        {t('memory.talk_messages', { count: thread.messages })} · {day(thread.last_at)}
      </span>
    </button>
  );
}
