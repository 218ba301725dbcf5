import { expect, it } from 'vitest';

import { keyOf, levelOf, rightsOf, USUAL_DRAFT } from './key-draft';

it('gives a key the rights of its level and of those before it', () => {
  expect(rightsOf('read')).toEqual(['read']);
  expect(rightsOf('write')).toEqual(['read', 'ask', 'write']);
});

it('tells a level by the rights that a key has', () => {
  expect(levelOf(['read', 'ask'])).toBe('ask');
  expect(levelOf(['read', 'ask', 'write', 'manage', 'own'])).toBe('manage');
  expect(levelOf([])).toBeNull();
});

it('makes of a draft what the server takes', () => {
  expect(keyOf({ ...USUAL_DRAFT, name: '  דוח שבועי ', rooms: ['r1'] })).toEqual({
    name: 'דוח שבועי',
    rights: ['read', 'ask'],
    capabilities: [],
    rooms: ['r1'],
    expires_in_days: 90,
  });
});
