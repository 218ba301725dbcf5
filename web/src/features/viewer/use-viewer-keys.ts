import { useDirection } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { useShortcuts } from '../../ui/use-shortcuts';
import type { ViewerAction } from './viewer-state';

/**
 * What a key means in the viewer; null for one that is not the viewer's.
 *
 * Letters come by their place on the board (`KeyN`), so that they work under a Hebrew layout, too.
 * The arrow that points along the reading goes forward: left on a right-to-left page.
 */
export function actionOfKey(
  key: string,
  direction: 'ltr' | 'rtl',
  totalPages: number,
): ViewerAction | null {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forward:
    case 'PageDown':
      return { type: 'page', step: 1, total: totalPages };
    case back:
    case 'PageUp':
      return { type: 'page', step: -1, total: totalPages };
    case 'KeyN':
    case 'KeyJ':
      return { type: 'passage', step: 1 };
    case 'KeyP':
    case 'KeyK':
      return { type: 'passage', step: -1 };
    case '+':
    case '=':
      return { type: 'zoom', step: 1 };
    case '-':
      return { type: 'zoom', step: -1 };
    case '0':
      return { type: 'zoom_to', zoom: 1 };
    default:
      return null;
  }
}

/** The handler for the viewer's keys, which the help lists; Escape closes it. */
export function useViewerKeys(
  totalPages: number,
  dispatch: (action: ViewerAction) => void,
  onClose: () => void,
) {
  const { dir } = useDirection();
  const { t } = useI18n();
  const [forward, back] = dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  useShortcuts(t('viewer.keys'), [
    { keys: [forward, 'PageDown'], label: t('viewer.next_page') },
    { keys: [back, 'PageUp'], label: t('viewer.previous_page') },
    // These work from the conversation, too: one reads there and leafs here.
    {
      keys: ['KeyN', 'KeyJ'],
      label: t('viewer.key_next_passage'),
      run: () => dispatch({ type: 'passage', step: 1 }),
    },
    {
      keys: ['KeyP', 'KeyK'],
      label: t('viewer.key_previous_passage'),
      run: () => dispatch({ type: 'passage', step: -1 }),
    },
    { keys: 'Equal', label: t('viewer.key_zoom_in') },
    { keys: 'Minus', label: t('viewer.key_zoom_out') },
    { keys: 'Digit0', label: t('viewer.fit') },
    { keys: 'Escape', label: t('viewer.key_close') },
  ]);
  return (event: KeyboardEvent) => {
    // Those that work from everywhere were heard before they came here.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return onClose();
    const action = actionOfKey(event.code.startsWith('Key') ? event.code : event.key, dir, totalPages);
    if (action === null) return;
    event.preventDefault();
    dispatch(action);
  };
}
