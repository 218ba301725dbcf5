import { createRoute } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';
import { onlyRead } from './read-search';

const roomsPage = lazyScreen(() =>
  import('../../features/rooms/rooms-page').then((module) => module.RoomsPage),
);

const roomPage = lazyScreen(() =>
  import('../room-page').then((module) => module.RoomPage),
);
const evaluationPage = lazyScreen(() =>
  import('../../features/evaluation/evaluation-page').then((module) => module.EvaluationPage),
);

const roomSettingsPage = lazyScreen(() =>
  import('../../features/room-settings/room-settings-page').then((module) => module.RoomSettingsPage),
);

interface RoomSearch {
  /** The thread that is open; none for a new conversation. */
  thread?: string;
}

const roomsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  component: roomsPage.Screen,
  loader: roomsPage.loader,
});

const roomRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId',
  validateSearch: onlyRead((search): RoomSearch =>
    typeof search['thread'] === 'string' ? { thread: search['thread'] } : {},
  ),
  loader: roomPage.loader,
  component: function RoomRoute() {
    const { roomId } = roomRoute.useParams();
    const { thread } = roomRoute.useSearch();
    const navigate = roomRoute.useNavigate();
    return (
      <roomPage.Screen
        key={roomId}
        roomId={roomId}
        threadId={thread ?? null}
        onThread={(next) => void navigate({ search: next === null ? {} : { thread: next } })}
      />
    );
  },
});

const evaluationRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/evaluation',
  loader: evaluationPage.loader,
  component: function EvaluationRoute() {
    const { roomId } = evaluationRoute.useParams();
    return <evaluationPage.Screen key={roomId} roomId={roomId} />;
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/settings/{-$section}',
  loader: roomSettingsPage.loader,
  component: function RoomSettingsRoute() {
    const { roomId, section } = settingsRoute.useParams();
    return <roomSettingsPage.Screen key={roomId} roomId={roomId} section={section ?? null} />;
  },
});

/** The rooms, and what stands inside one. */
export const roomRoutes = [roomsRoute, roomRoute, evaluationRoute, settingsRoute] as const;
