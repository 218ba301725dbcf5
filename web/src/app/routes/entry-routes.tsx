import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { rootRoute } from './frame';

const SignInPage = lazyRouteComponent(() => import('../../features/people/sign-in-page'), 'SignInPage');

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../../features/people/welcome-page'), 'WelcomePage'),
});

const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  component: lazyRouteComponent(() => import('../../features/people/password-page'), 'PasswordPage'),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('../../features/people/join-page'), 'JoinPage'),
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

/** Links that let somebody in who is not in yet. */
export const entryRoutes = [welcomeRoute, passwordRoute, joinRoute, signInRoute] as const;
