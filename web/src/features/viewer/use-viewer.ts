import { useCallback, useReducer, useRef } from 'react';

import type { Passage } from './passage';
import { reduceViewer } from './viewer-state';

export type OpenPassage = (passages: Passage[], index: number, from: HTMLElement | null) => void;

/** The viewer's state, and the way back to what opened it. */
export function useViewer() {
  const [state, dispatch] = useReducer(reduceViewer, null);
  const opener = useRef<HTMLElement | null>(null);

  const open = useCallback<OpenPassage>((passages, index, from) => {
    opener.current = from;
    dispatch({ type: 'open', passages, index });
  }, []);
  const close = useCallback(() => {
    dispatch({ type: 'close' });
    // On a phone the chip comes back into view only with the pane's own change.
    requestAnimationFrame(() => opener.current?.focus());
  }, []);
  return { state, dispatch, open, close };
}

export type Viewer = ReturnType<typeof useViewer>;
