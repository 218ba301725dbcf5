import { createRouter } from '@tanstack/react-router';

import { BrokenScreen } from './broken-screen';
import { PendingScreen } from './pending-screen';
import { entryRoutes } from './routes/entry-routes';
import { insideRoute, rootRoute } from './routes/frame';
import { howRoutes } from './routes/how-routes';
import { memoryRoutes } from './routes/memory-routes';
import { readingRoutes } from './routes/reading-routes';
import { recordRoutes } from './routes/record-routes';
import { requestRoutes } from './routes/request-routes';
import { roomRoutes } from './routes/room-routes';
import { settingsRoutes } from './routes/settings-routes';

/** Every screen loads its own code when it is first opened; see `routes/`. */
export function createAppRouter() {
  const routeTree = rootRoute.addChildren([
    ...entryRoutes,
    insideRoute.addChildren([
      ...roomRoutes,
      ...readingRoutes,
      ...recordRoutes,
      ...requestRoutes,
      ...howRoutes,
      ...memoryRoutes,
      ...settingsRoutes,
    ]),
  ]);
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: BrokenScreen,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
