import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { EvaluationPage } from '../features/evaluation/evaluation-page';
import { RecordPage, SharedRecordPage } from '../features/record/record-page';
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

const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/answers/$answerId',
  component: function RecordRoute() {
    const { answerId } = recordRoute.useParams();
    return <RecordPage key={answerId} answerId={answerId} />;
  },
});

const sharedRecordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rooms/$roomId/shared/$shareId',
  component: function SharedRecordRoute() {
    const { roomId, shareId } = sharedRecordRoute.useParams();
    return <SharedRecordPage roomId={roomId} shareId={shareId} />;
  },
});

const evaluationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rooms/$roomId/evaluation',
  component: function EvaluationRoute() {
    const { roomId } = evaluationRoute.useParams();
    return <EvaluationPage key={roomId} roomId={roomId} />;
  },
});

export function createAppRouter() {
  const routeTree = rootRoute.addChildren([
    roomsRoute,
    roomRoute,
    evaluationRoute,
    recordRoute,
    sharedRecordRoute,
  ]);
  return createRouter({ routeTree });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
