import { expect, it } from 'vitest';

import { isMissingCode } from './missing-code';

it.each([
  'Failed to fetch dynamically imported module: http://127.0.0.1/assets/room-page-1.js',
  'error loading dynamically imported module: http://127.0.0.1/assets/room-page-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/room-page-1.css',
])('knows a screen whose code the server has no more: %s', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true);
});

it('takes no other fault for missing code', () => {
  expect(isMissingCode(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false);
  expect(isMissingCode('Importing a module script failed.')).toBe(false);
});
