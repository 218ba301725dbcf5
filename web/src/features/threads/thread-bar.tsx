import { Button } from '@mantine/core';
import { IconGitBranch, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { threadQuery } from '../../api/queries';
import type { ThreadDetail } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import classes from './threads.module.css';
import { ThreadMenu } from './thread-menu';
import { ThreadsPopover } from './threads-popover';
import type { ThreadActions } from './use-thread-actions';

interface ThreadBarProps {
  roomId: string;
  thread: ThreadDetail | undefined;
  /** Whether the open thread is this person's own. */
  isOwn: boolean;
  actions: ThreadActions;
  onOpen: (id: string | null) => void;
}

/** Over a conversation: the room's others, what this one is called, and a new one. */
export function ThreadBar({ roomId, thread, isOwn, actions, onOpen }: ThreadBarProps) {
  const { t } = useI18n();
  return (
    <div className={classes.bar}>
      <ThreadsPopover roomId={roomId} threadId={thread?.id ?? null} actions={actions} onOpen={onOpen} />
      {thread && (
        <div className={classes.open}>
          <Name className="one-line">{thread.title}</Name>
          {thread.shared && <IconUsers size={15} stroke={1.6} aria-label={t('threads.shared')} />}
          {thread.branched_from && <BranchedFrom id={thread.branched_from} onOpen={onOpen} />}
          {isOwn && <ThreadMenu thread={thread} actions={actions} />}
        </div>
      )}
      {thread && (
        <Button
          className={classes.new}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={17} stroke={1.6} aria-hidden />}
          onClick={() => onOpen(null)}
        >
          {t('threads.new')}
        </Button>
      )}
    </div>
  );
}

/** The way back to the conversation that this one began as a copy of, while it is there. */
function BranchedFrom({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { t } = useI18n();
  const before = useQuery({ ...threadQuery(id), retry: false }).data;
  if (before === undefined) return null;
  return (
    <button type="button" className={classes.from} onClick={() => onOpen(id)}>
      <IconGitBranch size={14} stroke={1.6} aria-hidden className={classes.along} />
      {t('chat.branched_from')} <Name className="one-line">{before.title}</Name>
    </button>
  );
}
