import { createRoute } from '@tanstack/react-router';

import { readMemoryAddress } from '../../features/memory/memory-address';
import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';
import { onlyRead } from './read-search';

const memoryPage = lazyScreen(() =>
  import('../../features/memory/memory-page').then((module) => module.MemoryPage),
);

const memoryRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/memory/{-$section}',
  validateSearch: onlyRead(readMemoryAddress),
  loader: memoryPage.loader,
  component: function MemoryRoute() {
    const { section } = memoryRoute.useParams();
    return <memoryPage.Screen section={section ?? null} address={memoryRoute.useSearch()} />;
  },
});

/** What is remembered of people and things. */
export const memoryRoutes = [memoryRoute] as const;
