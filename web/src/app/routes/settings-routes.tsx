import { createRoute } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';

const settingsPage = lazyScreen(() =>
  import('../../features/settings/settings-page').then((module) => module.SettingsPage),
);

const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/{-$section}',
  loader: settingsPage.loader,
  component: function SettingsRoute() {
    const { section } = settingsRoute.useParams();
    return <settingsPage.Screen section={section ?? null} />;
  },
});

/** The server's settings; each section has its own address. */
export const settingsRoutes = [settingsRoute] as const;
