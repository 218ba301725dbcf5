import { type RefObject, useEffect, useRef } from 'react';

const NEAR_PIXELS = 80;

/**
 * Keep the end of a growing pane in sight, unless the reader has scrolled away from it.
 *
 * @param newest Changes with a new question, which always comes into sight.
 * @param growth Changes with every piece of text.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  newest: string | undefined,
  growth: number,
): { onScroll: () => void } {
  const isNear = useRef(true);
  useEffect(() => {
    isNear.current = true;
  }, [newest]);
  useEffect(() => {
    const pane = scroller.current;
    if (pane !== null && isNear.current) pane.scrollTop = pane.scrollHeight;
  }, [scroller, newest, growth]);
  return {
    onScroll: () => {
      const pane = scroller.current;
      if (pane === null) return;
      isNear.current = pane.scrollHeight - pane.scrollTop - pane.clientHeight < NEAR_PIXELS;
    },
  };
}
