import { createRoute } from '@tanstack/react-router';

import { rootRoute } from './frame';
import { lazyScreen } from './lazy-screen';
import { onlyRead } from './read-search';

const welcomePage = lazyScreen(() =>
  import('../../features/people/welcome-page').then((module) => module.WelcomePage),
);

const passwordPage = lazyScreen(() =>
  import('../../features/people/password-page').then((module) => module.PasswordPage),
);

const joinPage = lazyScreen(() =>
  import('../../features/people/join-page').then((module) => module.JoinPage),
);

const signInPage = lazyScreen(() =>
  import('../../features/people/sign-in-page').then((module) => module.SignInPage),
);

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: welcomePage.Screen,
  loader: welcomePage.loader,
});

const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  component: passwordPage.Screen,
  loader: passwordPage.loader,
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: joinPage.Screen,
  loader: joinPage.loader,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: onlyRead((search): { problem?: string } =>
    typeof search['problem'] === 'string' ? { problem: search['problem'] } : {},
  ),
  loader: signInPage.loader,
  component: function SignInRoute() {
    const { problem } = signInRoute.useSearch();
    return <signInPage.Screen problem={problem ?? null} />;
  },
});

/** Links that let somebody in who is not in yet. */
export const entryRoutes = [welcomeRoute, passwordRoute, joinRoute, signInRoute] as const;
