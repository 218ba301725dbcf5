import { expect, it } from 'vitest';

import { isCurrent } from './navigation';

const ROOMS = { to: '/', holds: ['/rooms/', '/answers/'] } as const;
const SETTINGS = { to: '/settings/{-$section}', holds: ['/settings'] } as const;

it.each([
  ['/', true, false],
  ['/rooms/r1', true, false],
  ['/rooms/r1/evaluation', true, false],
  ['/answers/a1', true, false],
  ['/settings', false, true],
  ['/settings/models', false, true],
  ['/welcome', false, false],
])('tells to which place %s belongs', (pathname, rooms, settings) => {
  expect(isCurrent(ROOMS, pathname)).toBe(rooms);
  expect(isCurrent(SETTINGS, pathname)).toBe(settings);
});
