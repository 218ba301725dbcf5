import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';

import { readMemoryAddress } from '../../features/memory/memory-address';
import { onlyRead } from './read-search';

async function searchAt(address: string) {
  const rootRoute = createRootRoute();
  const memoryRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/memory',
    validateSearch: onlyRead(readMemoryAddress),
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([memoryRoute]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  return router.state.matches.at(-1)?.search as Record<string, unknown>;
}

test('a route sees nothing of its address that its reader did not take', async () => {
  const search = await searchAt('/memory?asOf=nonsense&entity=%D7%93%D7%A0%D7%94&fact=%5B1%5D&x=1');
  expect(search['asOf']).toBeUndefined();
  expect(search['fact']).toBeUndefined();
  expect(search['x']).toBeUndefined();
  expect(search['entity']).toBe('דנה');
});
