import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';

import { EvaluationPage } from '../features/evaluation/evaluation-page';
import { RecordPage, SharedRecordPage } from '../features/record/record-page';
import { JoinPage } from '../features/people/join-page';
import { PasswordPage } from '../features/people/password-page';
import { SignInPage } from '../features/people/sign-in-page';
import { WelcomePage } from '../features/people/welcome-page';
import { RoomsPage } from '../features/rooms/rooms-page';
import { NotFoundPage } from './not-found-page';
import { RoomPage } from './room-page';
import { SessionGate } from './session-gate';
import { Shell } from './shell';

interface RoomSearch {
  /** The thread that is open; none for a new conversation. */
  thread?: string;
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

// Links that let somebody in who is not in yet.
const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: WelcomePage,
});

const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  component: PasswordPage,
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: JoinPage,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { problem?: string } =>
    typeof search['problem'] === 'string' ? { problem: search['problem'] } : {},
  component: function SignInRoute() {
    const { problem } = signInRoute.useSearch();
    return <SignInPage problem={problem ?? null} />;
  },
});

const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: function InsideRoute() {
    return (
      <SessionGate>
        <Outlet />
      </SessionGate>
    );
  },
});

const roomsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  component: RoomsPage,
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

const recordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/answers/$answerId',
  component: function RecordRoute() {
    const { answerId } = recordRoute.useParams();
    return <RecordPage key={answerId} answerId={answerId} />;
  },
});

const sharedRecordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/shared/$shareId',
  component: function SharedRecordRoute() {
    const { roomId, shareId } = sharedRecordRoute.useParams();
    return <SharedRecordPage roomId={roomId} shareId={shareId} />;
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

export function createAppRouter() {
  const routeTree = rootRoute.addChildren([
    welcomeRoute,
    passwordRoute,
    joinRoute,
    signInRoute,
    insideRoute.addChildren([
      roomsRoute,
      roomRoute,
      evaluationRoute,
      recordRoute,
      sharedRecordRoute,
    ]),
  ]);
  return createRouter({ routeTree });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
