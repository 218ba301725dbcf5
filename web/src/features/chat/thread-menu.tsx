import { ActionIcon, Button, Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import type { Thread } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './thread-menu.module.css';
import type { Chat } from './use-chat';

interface ThreadMenuProps {
  chat: Chat;
  threadId: string | null;
}

/** The conversations of the room: begin one, open one, delete one. */
export function ThreadMenu({ chat, threadId }: ThreadMenuProps) {
  const { t } = useI18n();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [doomed, setDoomed] = useState<Thread | null>(null);
  const open = (id: string) => {
    chat.open(id);
    close();
  };
  return (
    <div className={classes.bar}>
      <Popover opened={isOpen} onChange={toggle} position="bottom-start" width={340} shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconHistory size={17} stroke={1.6} aria-hidden />}
            onClick={toggle}
          >
            {t('threads.title')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown}>
          <ThreadList chat={chat} threadId={threadId} onOpen={open} onDelete={setDoomed} />
        </Popover.Dropdown>
      </Popover>
      {threadId !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={17} stroke={1.6} aria-hidden />}
          onClick={() => chat.open(null)}
        >
          {t('threads.new')}
        </Button>
      )}
      <DeleteThread chat={chat} doomed={doomed} onClose={() => setDoomed(null)} />
    </div>
  );
}

interface ThreadListProps extends ThreadMenuProps {
  onOpen: (id: string) => void;
  onDelete: (thread: Thread) => void;
}

function ThreadList({ chat, threadId, onOpen, onDelete }: ThreadListProps) {
  const { t, locale } = useI18n();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const { threads } = chat;
  if (threads.isPending) return <p className={classes.empty}>{t('common.loading')}</p>;
  if (threads.isError) {
    return <ProblemNotice error={threads.error} onRetry={() => void threads.refetch()} />;
  }
  if (threads.data.length === 0) return <p className={classes.empty}>{t('threads.empty')}</p>;
  return (
    <ul className={classes.list}>
      {threads.data.map((thread) => (
        <li key={thread.id} className={classes.row}>
          <UnstyledButton
            className={classes.thread}
            aria-current={thread.id === threadId || undefined}
            onClick={() => onOpen(thread.id)}
          >
            <Name className="one-line">{thread.title}</Name>
            <span className={classes.day}>{day.format(new Date(thread.created_at))}</span>
          </UnstyledButton>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('threads.delete_named', { title: thread.title })}
            onClick={() => onDelete(thread)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

interface DeleteThreadProps {
  chat: Chat;
  doomed: Thread | null;
  onClose: () => void;
}

function DeleteThread({ chat, doomed, onClose }: DeleteThreadProps) {
  const { t } = useI18n();
  return (
    <Confirm
      opened={doomed !== null}
      title={t('threads.delete_title')}
      action={t('threads.delete')}
      busy={chat.remove.isPending}
      error={chat.remove.error}
      onClose={onClose}
      onConfirm={() => doomed && chat.remove.mutate(doomed.id, { onSuccess: onClose })}
    >
      {t('threads.delete_explain', { title: doomed?.title ?? '' })}
    </Confirm>
  );
}
