import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { insideRoute } from './frame';

const RoomPage = lazyRouteComponent(() => import('../room-page'), 'RoomPage');
const EvaluationPage = lazyRouteComponent(
  () => import('../../features/evaluation/evaluation-page'),
  'EvaluationPage',
);

const RoomSettingsPage = lazyRouteComponent(
  () => import('../../features/room-settings/room-settings-page'),
  'RoomSettingsPage',
);

interface RoomSearch {
  /** The thread that is open; none for a new conversation. */
  thread?: string;
}

const roomsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../../features/rooms/rooms-page'), 'RoomsPage'),
});

const roomRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId',
  validateSearch: (search: Record<string, unknown>): RoomSearch =>
    typeof search['thread'] === 'string' ? { thread: search['thread'] } : {},
  component: function RoomRoute() {
    const { roomId } = roomRoute.useParams();
    const { thread } = roomRoute.useSearch();
    const navigate = roomRoute.useNavigate();
    return (
      <RoomPage
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
  component: function EvaluationRoute() {
    const { roomId } = evaluationRoute.useParams();
    return <EvaluationPage key={roomId} roomId={roomId} />;
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/settings/{-$section}',
  component: function RoomSettingsRoute() {
    const { roomId, section } = settingsRoute.useParams();
    return <RoomSettingsPage key={roomId} roomId={roomId} section={section ?? null} />;
  },
});

/** The rooms, and what stands inside one. */
export const roomRoutes = [roomsRoute, roomRoute, evaluationRoute, settingsRoute] as const;
