import { ActionIcon, Button, Menu, Modal, TextInput } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconFileTypeDocx,
  IconMarkdown,
  IconPencil,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { meQuery } from '../../api/queries';
import type { Thread } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './threads.module.css';
import type { ThreadActions } from './use-thread-actions';

// What opens over the list of conversations is a part of it: a press there must not close the list.
const KEPT_INSIDE = {
  onMouseDown: (event: SyntheticEvent) => event.stopPropagation(),
  onTouchStart: (event: SyntheticEvent) => event.stopPropagation(),
};

interface ThreadMenuProps {
  thread: Thread;
  actions: ThreadActions;
}

/** What its person may do with a conversation. */
export function ThreadMenu({ thread, actions }: ThreadMenuProps) {
  const { t } = useI18n();
  const [isRenaming, setRenaming] = useState(false);
  const hasPeople = useQuery(meQuery).data?.mode === 'accounts';
  const { id, shared } = thread;
  const isAway = thread.archived_at !== null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('threads.more', { title: thread.title })}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown {...KEPT_INSIDE}>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
            {t('threads.rename')}
          </Menu.Item>
          {hasPeople && (
            <Menu.Item
              leftSection={shared ? <IconUsersMinus size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
              onClick={() => actions.change({ id, shared: !shared })}
            >
              {t(shared ? 'threads.unshare' : 'threads.share')}
            </Menu.Item>
          )}
          <ExportItems id={id} />
          <Menu.Divider />
          <Menu.Item
            leftSection={isAway ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
            onClick={() => (isAway ? actions.change({ id, archived: false }) : actions.archive(id))}
          >
            {t(isAway ? 'threads.unarchive' : 'threads.archive')}
          </Menu.Item>
          <Menu.Item
            c="var(--danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => actions.remove(id)}
          >
            {t('threads.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && (
        <Rename
          thread={thread}
          onClose={() => setRenaming(false)}
          onKeep={(title) => actions.change({ id, title })}
        />
      )}
    </>
  );
}

/** A conversation as a file: what the browser downloads needs no script. */
function ExportItems({ id }: { id: string }) {
  const { t } = useI18n();
  const address = `/api/threads/${encodeURIComponent(id)}/export`;
  return (
    <>
      <Menu.Item
        component="a"
        href={`${address}?format=markdown`}
        leftSection={<IconMarkdown size={16} aria-hidden />}
      >
        {t('threads.export_markdown')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={`${address}?format=docx`}
        leftSection={<IconFileTypeDocx size={16} aria-hidden />}
      >
        {t('threads.export_docx')}
      </Menu.Item>
    </>
  );
}

interface RenameProps {
  thread: Thread;
  onKeep: (title: string) => void;
  onClose: () => void;
}

function Rename({ thread, onKeep, onClose }: RenameProps) {
  const { t } = useI18n();
  const [title, setTitle] = useState(thread.title);
  const isGood = title.trim() !== '';
  return (
    <Modal
      {...KEPT_INSIDE}
      opened
      onClose={onClose}
      title={t('threads.rename')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.rename}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGood) return;
          onKeep(title.trim());
          onClose();
        }}
      >
        <TextInput
          label={t('threads.rename_title')}
          data-autofocus
          maxLength={200}
          value={title}
          dir={directionOf(title)}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isGood}>
          {t('threads.keep')}
        </Button>
      </form>
    </Modal>
  );
}
