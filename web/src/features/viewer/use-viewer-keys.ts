import { useDirection } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import type { ViewerAction } from './viewer-state';

/**
 * What a key means in the viewer; null for one that is not the viewer's.
 *
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
    case 'n':
      return { type: 'passage', step: 1 };
    case 'p':
      return { type: 'passage', step: -1 };
    case '+':
    case '=':
      return { type: 'zoom', step: 1 };
    case '-':
      return { type: 'zoom', step: -1 };
    default:
      return null;
  }
}

/** The handler for the viewer's keys; Escape closes it. */
export function useViewerKeys(
  totalPages: number,
  dispatch: (action: ViewerAction) => void,
  onClose: () => void,
) {
  const { dir } = useDirection();
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return onClose();
    const action = actionOfKey(event.key, dir, totalPages);
    if (action === null) return;
    event.preventDefault();
    dispatch(action);
  };
}
