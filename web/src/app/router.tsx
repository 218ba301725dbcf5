import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { RoomsPage } from '../features/rooms/rooms-page';
import { NotFoundPage } from './not-found-page';
import { RoomPage } from './room-page';
import { Shell } from './shell';

interface RoomSearch {
  /** The thread that is open; none for a new conversation. */
  thread?: string;
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const roomsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: RoomsPage,
});

const roomRoute = createRoute({
  getParentRoute: () => rootRoute,
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

export function createAppRouter() {
  return createRouter({ routeTree: rootRoute.addChildren([roomsRoute, roomRoute]) });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
