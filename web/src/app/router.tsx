import { createRouter } from '@tanstack/react-router';

import { entryRoutes } from './routes/entry-routes';
import { insideRoute, rootRoute } from './routes/frame';
import { recordRoutes } from './routes/record-routes';
import { roomRoutes } from './routes/room-routes';

/** Every screen loads its own code when it is first opened; see `routes/`. */
export function createAppRouter() {
  const routeTree = rootRoute.addChildren([
    ...entryRoutes,
    insideRoute.addChildren([...roomRoutes, ...recordRoutes]),
  ]);
  return createRouter({ routeTree, defaultPreload: 'intent' });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
