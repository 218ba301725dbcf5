import { UnstyledButton } from '@mantine/core';
import { IconGitBranch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { meQuery } from '../../api/queries';
import type { FoundThread, Me, Thread } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ThreadMenu } from './thread-menu';
import classes from './threads.module.css';
import type { ThreadActions } from './use-thread-actions';

const ROW_PX = 56;

interface ThreadListProps {
  threads: readonly FoundThread[];
  threadId: string | null;
  actions: ThreadActions;
  onOpen: (id: string) => void;
}

/** Conversations, newest first; only those in sight are drawn. */
export function ThreadList({ threads, threadId, actions, onOpen }: ThreadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: threads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (place) => threads[place]?.id ?? place,
  });
  return (
    <div className={classes.scroller} ref={scroller}>
      <ul className={classes.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const thread = threads[index];
          return (
            thread && (
              <li key={key} ref={rows.measureElement} data-index={index} style={{ translate: `0 ${start}px` }}>
                <ThreadRow
                  thread={thread}
                  isOpen={thread.id === threadId}
                  actions={actions}
                  onOpen={() => onOpen(thread.id)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

interface ThreadRowProps {
  thread: FoundThread;
  isOpen: boolean;
  actions: ThreadActions;
  onOpen: () => void;
}

function ThreadRow({ thread, isOpen, actions, onOpen }: ThreadRowProps) {
  const { t, locale } = useI18n();
  const me = useQuery(meQuery).data;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return (
    <div className={classes.row}>
      <UnstyledButton className={classes.thread} aria-current={isOpen || undefined} onClick={onOpen}>
        <Name className="one-line">{thread.title}</Name>
        <span className={classes.facts}>
          {day.format(new Date(thread.created_at))}
          {thread.branched_from && (
            <IconGitBranch size={13} stroke={1.6} aria-label={t('threads.branch')} className={classes.along} />
          )}
          {thread.shared && <IconUsers size={13} stroke={1.6} aria-label={t('threads.shared')} />}
        </span>
        {thread.found && (
          <span className={classes.found}>{t('threads.found_in', { question: thread.found })}</span>
        )}
      </UnstyledButton>
      {isOwnThread(thread, me) && <ThreadMenu thread={thread} actions={actions} />}
    </div>
  );
}

/** Whether a conversation is this person's own; without accounts every one is. */
export function isOwnThread(thread: Thread, me: Me | undefined): boolean {
  return me?.mode !== 'accounts' || thread.user_id === me.person?.id;
}
