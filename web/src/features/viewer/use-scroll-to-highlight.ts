import { type RefObject, useEffect } from 'react';

const ABOVE_FRACTION = 0.3;

/**
 * Bring the first highlight into sight whenever `shown` changes, or the top where there is none.
 *
 * Only the pane scrolls: `scrollIntoView` would move the whole page on a phone.
 */
export function useScrollToHighlight(
  scroller: RefObject<HTMLElement | null>,
  shown: string,
  isReady: boolean,
): void {
  useEffect(() => {
    const pane = scroller.current;
    if (pane === null || !isReady) return;
    const highlight = pane.querySelector('[data-highlight]');
    if (highlight === null) {
      pane.scrollTo({ top: 0 });
      return;
    }
    const from = pane.getBoundingClientRect();
    const at = highlight.getBoundingClientRect();
    pane.scrollTo({
      top: pane.scrollTop + at.top - from.top - from.height * ABOVE_FRACTION,
      left: pane.scrollLeft + at.left - from.left - from.width * ABOVE_FRACTION,
    });
  }, [scroller, shown, isReady]);
}
