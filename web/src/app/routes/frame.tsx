import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';

import { NotFoundPage } from '../not-found-page';
import { SessionGate } from '../session-gate';
import { Shell } from '../shell';

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** The parent of every screen that is shown only to whoever is let in. */
export const insideRoute = createRoute({
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
