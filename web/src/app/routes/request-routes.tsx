import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { insideRoute } from './frame';

const RequestPage = lazyRouteComponent(
  () => import('../../features/inspector/request-page'),
  'RequestPage',
);

const requestsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/requests',
  component: lazyRouteComponent(() => import('../../features/inspector/requests-page'), 'RequestsPage'),
});

const requestRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/requests/$requestId',
  component: function RequestRoute() {
    const { requestId } = requestRoute.useParams();
    return <RequestPage key={requestId} requestId={requestId} />;
  },
});

/** What was sent to models: the newest, and each piece by piece. */
export const requestRoutes = [requestsRoute, requestRoute] as const;
