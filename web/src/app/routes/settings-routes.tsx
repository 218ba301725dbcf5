import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { insideRoute } from './frame';

const SettingsPage = lazyRouteComponent(
  () => import('../../features/settings/settings-page'),
  'SettingsPage',
);

const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/{-$section}',
  component: function SettingsRoute() {
    const { section } = settingsRoute.useParams();
    return <SettingsPage section={section ?? null} />;
  },
});

/** The server's settings; each section has its own address. */
export const settingsRoutes = [settingsRoute] as const;
