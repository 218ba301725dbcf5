import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { IconChartBar, IconLayoutSidebar, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

import type { Room } from '../api/types';
import { ChatPane } from '../features/chat/chat-pane';
import { useChat } from '../features/chat/use-chat';
import { DocumentsPane } from '../features/documents/documents-pane';
import { useDocuments } from '../features/documents/use-documents';
import { useFileDrop } from '../features/documents/use-file-drop';
import { NoRoom } from '../features/rooms/no-room';
import { RoomFigures } from '../features/rooms/room-figures';
import { useRoom } from '../features/rooms/use-room';
import { passageOfDocument } from '../features/viewer/passage';
import { type OpenPassage, useViewer } from '../features/viewer/use-viewer';
import { ViewerPane } from '../features/viewer/viewer-pane';
import { useI18n } from '../i18n/i18n-provider';
import { HeaderSlot } from '../ui/header-slot';
import { Name } from '../ui/name';
import classes from './room-page.module.css';
import { type Pane, RoomTabs } from './room-tabs';

// Keep in step with the media queries of room-page.module.css.
const NARROW = '(max-width: 60rem)';

interface RoomPageProps {
  roomId: string;
  threadId: string | null;
  onThread: (threadId: string | null) => void;
}

/** A room: its documents, the conversation, and the page that an answer rests on. */
export function RoomPage(props: RoomPageProps) {
  const { t } = useI18n();
  const room = useRoom(props.roomId);
  if (room.isPending) return <Loader m="xl" aria-label={t('common.loading')} />;
  if (room.data === undefined) return <NoRoom error={room.error} onRetry={() => void room.refetch()} />;
  return <OpenRoom room={room.data} {...props} />;
}

function OpenRoom({ room, roomId, threadId, onThread }: RoomPageProps & { room: Room }) {
  const { t } = useI18n();
  useDocumentTitle(`${room.name} · ${t('shell.name')}`);
  const [pane, setPane] = useState<Pane>('chat');
  const [isListOpen, setListOpen] = useState(true);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const viewer = useViewer();
  const documents = useDocuments(roomId);
  const chat = useChat({ roomId, threadId, onThread });
  const canWrite = room.rights.includes('write') && room.archived_at == null;
  const drop = useFileDrop(documents.uploads.add, canWrite);
  const isViewing = viewer.state !== null;

  const open = useCallback<OpenPassage>(
    (passages, index, from) => {
      viewer.open(passages, index, from);
      setPane('viewer');
    },
    [viewer.open],
  );
  useEffect(() => {
    if (!isViewing) setPane((shown) => (shown === 'viewer' ? 'chat' : shown));
  }, [isViewing]);

  const shows = (name: Pane) => (isNarrow ? pane === name : name !== 'documents' || isListOpen || drop.isOver);
  return (
    <div
      className={classes.room}
      data-list={isListOpen || drop.isOver}
      data-viewing={isViewing}
      {...drop.handlers}
    >
      <RoomHeader room={room} isListOpen={isListOpen} onToggle={() => setListOpen(!isListOpen)} />
      <aside
        className={classes.documents}
        aria-label={t('documents.title')}
        hidden={!shows('documents')}
      >
        <DocumentsPane
          room={room}
          model={documents}
          isDropping={drop.isOver}
          onScope={(chosen) => {
            chat.scope.choose(chosen.map(({ id }) => id));
            setPane('chat');
          }}
          onOpen={(document, from) => open([passageOfDocument(document)], 0, from)}
        />
      </aside>
      <div className={classes.chat} hidden={!shows('chat')}>
        <ChatPane room={room} chat={chat} threadId={threadId} onOpen={open} />
      </div>
      {viewer.state && (
        <div className={classes.viewer} hidden={!shows('viewer')}>
          <ViewerPane roomId={roomId} viewer={viewer} state={viewer.state} />
        </div>
      )}
      {isNarrow && <RoomTabs pane={pane} canView={isViewing} onPane={setPane} />}
    </div>
  );
}

interface RoomHeaderProps {
  room: Room;
  isListOpen: boolean;
  onToggle: () => void;
}

function RoomHeader({ room, isListOpen, onToggle }: RoomHeaderProps) {
  const { t } = useI18n();
  const label = t(isListOpen ? 'documents.hide' : 'documents.show');
  return (
    <HeaderSlot>
      <Tooltip label={label}>
        <ActionIcon
          className={classes.toggle}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          aria-pressed={isListOpen}
          onClick={onToggle}
        >
          <IconLayoutSidebar size={19} stroke={1.6} className={classes.along} />
        </ActionIcon>
      </Tooltip>
      <h1 className={classes.name}>
        <Name className="one-line">{room.name}</Name>
      </h1>
      <RoomFigures figures={room.figures} className={classes.figures} />
      <Tooltip label={t('evaluation.title')}>
        <ActionIcon
          component={Link}
          to={`/rooms/${room.id}/evaluation`}
          className={classes.toggle}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('evaluation.title')}
        >
          <IconChartBar size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('room_settings.open')}>
        <ActionIcon
          component={Link}
          to={`/rooms/${room.id}/settings`}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('room_settings.open')}
        >
          <IconSettings size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </HeaderSlot>
  );
}
