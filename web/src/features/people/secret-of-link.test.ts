import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { goalAfterRefusal, keepInvitation, useSecretOfLink } from './secret-of-link';

beforeEach(() => {
  window.sessionStorage.clear();
});

it('brings an invitation back after the way through another service, once', () => {
  window.history.replaceState(null, '', '/join#the-secret');
  expect(goalAfterRefusal()).toBe('/');
  keepInvitation();
  expect(goalAfterRefusal()).toBe('/join');
  window.history.replaceState(null, '', '/join');
  expect(renderHook(() => useSecretOfLink()).result.current).toBe('the-secret');
  expect(window.sessionStorage).toHaveLength(0);
  window.history.replaceState(null, '', '/join');
  expect(renderHook(() => useSecretOfLink()).result.current).toBe('');
});

it('keeps nothing of other pages, and prefers what a link says now', () => {
  window.history.replaceState(null, '', '/password#another');
  keepInvitation();
  expect(window.sessionStorage).toHaveLength(0);
  window.history.replaceState(null, '', '/join#former');
  keepInvitation();
  window.history.replaceState(null, '', '/join#newer');
  expect(renderHook(() => useSecretOfLink()).result.current).toBe('newer');
});
