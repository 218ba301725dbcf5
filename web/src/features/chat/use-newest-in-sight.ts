import { type RefObject, useEffect } from 'react';

/**
 * Bring the newest question to the top of its pane when it is asked or its thread is opened.
 *
 * From there the answer grows downwards and never moves under the reader's eyes.
 *
 * @param newest Changes with each new question and each thread.
 */
export function useNewestInSight(scroller: RefObject<HTMLElement | null>, newest: string): void {
  useEffect(() => {
    const pane = scroller.current;
    const turn = pane?.querySelector('article:last-of-type');
    if (!pane || !turn) return;
    const offset = turn.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    pane.scrollTo({ top: pane.scrollTop + offset });
  }, [scroller, newest]);
}
