import { Button, Popover, SegmentedControl, TextInput, useDirection } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { foundThreadsQuery } from '../../api/thread-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import { ProblemNotice } from '../../ui/problem-notice';
import { ThreadList } from './thread-list';
import classes from './threads.module.css';
import type { ThreadActions } from './use-thread-actions';

const TYPING_MS = 200;

interface ThreadsPopoverProps {
  roomId: string;
  threadId: string | null;
  actions: ThreadActions;
  onOpen: (id: string | null) => void;
}

/** The conversations of the room: those in use and those put away, looked through by their words. */
export function ThreadsPopover({ roomId, threadId, actions, onOpen }: ThreadsPopoverProps) {
  const { t } = useI18n();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      width={380}
      shadow="md"
      trapFocus
      returnFocus
    >
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
        <ThreadsPanel
          roomId={roomId}
          threadId={threadId}
          actions={actions}
          onOpen={(id) => {
            onOpen(id);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ThreadsPanel({ roomId, threadId, actions, onOpen }: ThreadsPopoverProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const [text, setText] = useState('');
  const [which, setWhich] = useState('in_use');
  const [searched] = useDebouncedValue(text.trim(), TYPING_MS);
  const isAway = which === 'in_archive';
  const threads = useQuery({
    ...foundThreadsQuery(roomId, searched, isAway),
    placeholderData: keepPreviousData,
  });
  const shown = threads.data?.filter(({ id }) => !actions.leaving.has(id));
  const none = searched !== '' ? 'threads.none_found' : isAway ? 'threads.none_archived' : 'threads.empty';
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('threads.search')}
          placeholder={t('threads.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          data-autofocus
          value={text}
          dir={directionOf(text, dir)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('threads.which')}
          value={which}
          onChange={setWhich}
          data={[
            { value: 'in_use', label: t('threads.in_use') },
            { value: 'in_archive', label: t('threads.in_archive') },
          ]}
        />
      </div>
      {threads.isError && <ProblemNotice error={threads.error} onRetry={() => void threads.refetch()} />}
      {threads.isPending && <p className={classes.empty}>{t('common.loading')}</p>}
      {shown?.length === 0 && <p className={classes.empty}>{t(none)}</p>}
      {shown && <ThreadList threads={shown} threadId={threadId} actions={actions} onOpen={onOpen} />}
    </>
  );
}
