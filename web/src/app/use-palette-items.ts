import { useMantineColorScheme } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { documentsQuery, meQuery, roomsQuery, threadsQuery } from '../api/queries';
import type { Room } from '../api/types';
import { sectionsFor } from '../features/settings/sections';
import { useI18n } from '../i18n/i18n-provider';
import { LOCALE_NAMES, LOCALES } from '../i18n/locale';
import { useChooseLocale } from './appearance';
import { NAV } from './navigation';
import type { PaletteItem } from './palette-items';

const SCHEMES = ['light', 'dark', 'auto'] as const;
const MOST_ROOMS_ASKED = 30;

interface PaletteWays {
  /** Threads are asked for only once something is looked for. */
  isSearching: boolean;
  onHelp: () => void;
}

/** Everything that the palette leads to, as the server has it now. */
export function usePaletteItems({ isSearching, onHelp }: PaletteWays): PaletteItem[] {
  const rooms = useQuery(roomsQuery).data ?? [];
  const { roomId } = useParams({ strict: false });
  const places = usePlaceItems();
  const actions = useActionItems(roomId, onHelp);
  const threads = useThreadItems(isSearching ? rooms : []);
  const documents = useDocumentItems(roomId);
  const router = useRouter();
  const roomItems = rooms.map(({ id, name }) => ({
    id: `room:${id}`,
    kind: 'room' as const,
    title: name,
    run: () => void router.navigate({ to: '/rooms/$roomId', params: { roomId: id } }),
  }));
  return [...roomItems, ...threads, ...documents, ...places, ...actions];
}

function useThreadItems(rooms: readonly Room[]): PaletteItem[] {
  const router = useRouter();
  const asked = rooms.slice(0, MOST_ROOMS_ASKED);
  const found = useQueries({ queries: asked.map(({ id }) => ({ ...threadsQuery(id), staleTime: 30_000 })) });
  return asked.flatMap((room, place) =>
    (found[place]?.data ?? []).map((thread) => ({
      id: `thread:${thread.id}`,
      kind: 'thread' as const,
      title: thread.title,
      hint: room.name,
      run: () =>
        void router.navigate({
          to: '/rooms/$roomId',
          params: { roomId: room.id },
          search: { thread: thread.id },
        }),
    })),
  );
}

function useDocumentItems(roomId: string | undefined): PaletteItem[] {
  const router = useRouter();
  const documents = useQuery({ ...documentsQuery(roomId ?? ''), enabled: roomId !== undefined });
  return (documents.data ?? [])
    .filter(({ current }) => current)
    .map(({ id, name, room_id: room }) => ({
      id: `document:${id}`,
      kind: 'document' as const,
      title: name,
      run: () => router.history.push(`/rooms/${room}/documents/${id}`),
    }));
}

function usePlaceItems(): PaletteItem[] {
  const { t } = useI18n();
  const router = useRouter();
  const me = useQuery(meQuery).data;
  const places = NAV.map(({ to, label }) => ({
    id: `place:${to}`,
    kind: 'place' as const,
    title: t(label),
    run: () => void router.navigate({ to, params: { section: undefined } }),
  }));
  const sections = sectionsFor(me).map(({ id, label }) => ({
    id: `section:${id}`,
    kind: 'place' as const,
    title: t(label),
    hint: t('shell.nav_settings'),
    run: () => void router.navigate({ to: '/settings/{-$section}', params: { section: id } }),
  }));
  return [...places, ...sections];
}

function useActionItems(roomId: string | undefined, onHelp: () => void): PaletteItem[] {
  const { t, locale } = useI18n();
  const router = useRouter();
  const choose = useChooseLocale();
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(() => {
    const action = (id: string, title: string, run: () => void, hint?: string): PaletteItem => ({
      id: `action:${id}`,
      kind: 'action',
      title,
      run,
      ...(hint === undefined ? {} : { hint }),
    });
    const inRoom = roomId !== undefined;
    return [
      ...(inRoom
        ? [
            action('thread', t('threads.new'), () =>
              void router.navigate({ to: '/rooms/$roomId', params: { roomId }, search: {} }),
            ),
          ]
        : []),
      action('room', t('rooms.new'), () => void router.navigate({ to: '/', hash: 'new' })),
      ...LOCALES.filter((each) => each !== locale).map((each) =>
        action(`locale-${each}`, LOCALE_NAMES[each], () => choose.mutate(each), t('shell.language')),
      ),
      ...SCHEMES.map((scheme) =>
        action(`scheme-${scheme}`, t(`shell.scheme_${scheme}`), () => setColorScheme(scheme)),
      ),
      action('help', t('shell.shortcuts'), onHelp),
    ];
  }, [t, locale, roomId, router, choose.mutate, setColorScheme, onHelp]);
}
