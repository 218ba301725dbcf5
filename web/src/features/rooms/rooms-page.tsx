import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconBook2, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { infoQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Knot } from '../../ui/knot';
import { ProblemNotice } from '../../ui/problem-notice';
import type { RoomAct } from './room-card';
import { RoomDialogs, type RoomDialog } from './room-dialogs';
import { RoomGrid } from './room-grid';
import classes from './rooms-page.module.css';
import { SEARCHED_FROM, shownRooms } from './rooms-view';
import { useRooms } from './use-rooms';

type Rooms = ReturnType<typeof useRooms>;

/** The first screen: the rooms, or, where there are none, the two ways to begin. */
export function RoomsPage() {
  const { t } = useI18n();
  useDocumentTitle(t('shell.name'));
  const model = useRooms();
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const { rooms } = model;
  const close = useCalledDialog(() => setDialog({ kind: 'create' }), () => setDialog(null));
  const sampleName = useQuery(infoQuery).data?.sample_room;
  const [text, setText] = useState('');
  const isLong = (rooms.data?.length ?? 0) >= SEARCHED_FROM;
  const act = (kind: RoomAct, room: Room) => {
    if (kind === 'archive') model.archive.mutate(room);
    else setDialog({ kind, room });
  };
  const hasSample = rooms.data?.some((room) => room.name === sampleName) ?? false;
  return (
    <div className={classes.page}>
      {rooms.isPending && <Loading />}
      {rooms.isError && (
        <ProblemNotice error={rooms.error} onRetry={() => void rooms.refetch()} />
      )}
      {rooms.data?.length === 0 && <Welcome model={model} onDialog={setDialog} />}
      {rooms.data && rooms.data.length > 0 && (
        <>
          <div className={classes.head}>
            <div className={classes.beginning}>
              <h1 className={classes.title}>{t('rooms.title')}</h1>
              {isLong && (
                <span className={classes.count}>{t('rooms.in_all', { count: rooms.data.length })}</span>
              )}
            </div>
            {isLong && <SearchField value={text} onChange={setText} />}
            <BeginActions model={model} onDialog={setDialog} small hasSample={hasSample} />
          </div>
          {model.loadSample.isError && <ProblemNotice error={model.loadSample.error} />}
          {model.archive.isError && <ProblemNotice error={model.archive.error} />}
          <RoomList rooms={rooms.data} text={text} onAct={act} />
          {hasSample && (
            <div className={classes.foot}>
              <SampleButton model={model} size="compact-sm" variant="subtle" />
            </div>
          )}
        </>
      )}
      <RoomDialogs dialog={dialog} model={model} onClose={close} />
    </div>
  );
}

/** Open the dialog of a new room where the address asks for it (`/#new`), and close it with that. */
function useCalledDialog(onCall: () => void, onClose: () => void): () => void {
  const navigate = useNavigate();
  const isCalled = useRouterState({ select: ({ location }) => location.hash === 'new' });
  useEffect(() => {
    if (isCalled) onCall();
    // Only the address calls it; the callbacks are new with each drawing.
  }, [isCalled]);
  return () => {
    onClose();
    if (isCalled) void navigate({ to: '/', replace: true });
  };
}

interface ActionsProps {
  model: Rooms;
  onDialog: (dialog: RoomDialog) => void;
}

function Welcome({ model, onDialog }: ActionsProps) {
  const { t } = useI18n();
  return (
    <div className={classes.welcome}>
      <Knot size={72} />
      <h1 className={classes.promise}>{t('rooms.empty_title')}</h1>
      <p className={classes.explain}>{t('rooms.empty_explain')}</p>
      <BeginActions model={model} onDialog={onDialog} />
      {model.loadSample.isError && <ProblemNotice error={model.loadSample.error} />}
    </div>
  );
}

interface BeginActionsProps extends ActionsProps {
  small?: boolean;
  /** Whether the sample was loaded before, so that it is no longer the way to begin. */
  hasSample?: boolean;
}

function BeginActions({ model, onDialog, small = false, hasSample = false }: BeginActionsProps) {
  const { t } = useI18n();
  const size = small ? 'sm' : 'md';
  return (
    <div className={classes.actions}>
      {!hasSample && (
        <SampleButton model={model} size={size} variant={small ? 'default' : 'filled'} />
      )}
      <Button
        size={size}
        variant={small ? 'filled' : 'default'}
        leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
        onClick={() => onDialog({ kind: 'create' })}
      >
        {t('rooms.new')}
      </Button>
    </div>
  );
}

interface SampleButtonProps {
  model: Rooms;
  size: string;
  variant: 'default' | 'filled' | 'subtle';
}

function SampleButton({ model, size, variant }: SampleButtonProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const openSample = () =>
    model.loadSample.mutate(undefined, {
      onSuccess: (room) =>
        void navigate({ to: '/rooms/$roomId', params: { roomId: room.id } }),
    });
  return (
    <Button
      size={size}
      variant={variant}
      leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
      loading={model.loadSample.isPending}
      onClick={openSample}
    >
      {t('rooms.load_sample')}
    </Button>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (text: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      type="search"
      className={classes.search}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      aria-label={t('rooms.search')}
      placeholder={t('rooms.search')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface RoomListProps {
  rooms: Room[];
  text: string;
  onAct: (act: RoomAct, room: Room) => void;
}

/** The rooms in use, and behind one press those in the archive. */
function RoomList({ rooms, text, onAct }: RoomListProps) {
  const { t } = useI18n();
  const { open, archived } = shownRooms(rooms, text);
  const isNone = open.length + archived.length === 0;
  return (
    <>
      {isNone && (
        <p className={classes.none} role="status">
          {t('rooms.search_none', { text })}
        </p>
      )}
      {open.length > 0 && <RoomGrid rooms={open} onAct={onAct} />}
      {archived.length > 0 && (
        <details className={classes.archive} open={text !== '' || open.length === 0 || undefined}>
          <summary>{t('rooms.archived_count', { count: archived.length })}</summary>
          <RoomGrid rooms={archived} onAct={onAct} />
        </details>
      )}
    </>
  );
}

function Loading() {
  const { t } = useI18n();
  return (
    <div className={classes.list} role="status" aria-label={t('common.loading')}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height="9rem" radius="md" />
      ))}
    </div>
  );
}
