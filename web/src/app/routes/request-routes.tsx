import { createRoute } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';

const requestsPage = lazyScreen(() =>
  import('../../features/inspector/requests-page').then((module) => module.RequestsPage),
);

const requestPage = lazyScreen(() =>
  import('../../features/inspector/request-page').then((module) => module.RequestPage),
);

const requestsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/requests',
  component: requestsPage.Screen,
  loader: requestsPage.loader,
});

const requestRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/requests/$requestId',
  loader: requestPage.loader,
  component: function RequestRoute() {
    const { requestId } = requestRoute.useParams();
    return <requestPage.Screen key={requestId} requestId={requestId} />;
  },
});

/** What was sent to models: the newest, and each piece by piece. */
export const requestRoutes = [requestsRoute, requestRoute] as const;
