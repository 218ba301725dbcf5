import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { useSessionOfTabs } from './session-tabs';

beforeEach(() => localStorage.clear());

test('a tab tells who is signed in, and hears of somebody else', () => {
  const onOther = vi.fn();
  renderHook(() => useSessionOfTabs('usr_a', onOther));
  const [key = ''] = Object.keys(localStorage);
  const hear = (newValue: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  expect(localStorage.getItem(key)).toBe('usr_a');
  hear('usr_a');
  expect(onOther).not.toHaveBeenCalled();
  hear('usr_b');
  expect(onOther).toHaveBeenCalledOnce();
});
