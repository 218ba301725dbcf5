import { useDirection } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';

import type { ViewerAction } from './viewer-state';

const SWIPE_PIXELS = 60;
const WHEEL_ZOOM = 0.0025;

interface Gestures {
  zoom: number;
  totalPages: number;
  dispatch: (action: ViewerAction) => void;
}

/**
 * What fingers do: two of them zoom, one that sweeps across turns the page.
 *
 * A page is turned along the reading, as a book's leaf is: to the right in Hebrew. While the page
 * is wider than the pane a sweep moves it instead. A wheel with Ctrl, which is what two fingers
 * on a touch pad become, zooms as well.
 */
export function useViewerTouch(pane: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const { dir } = useDirection();
  const now = useRef({ ...gestures, dir });
  now.current = { ...gestures, dir };
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    let swipe: { x: number; y: number } | null = null;
    let pinch: { apart: number; zoom: number } | null = null;

    const start = (event: TouchEvent) => {
      const [one, other] = event.touches;
      swipe = one && !other ? { x: one.clientX, y: one.clientY } : null;
      pinch = one && other ? { apart: apartOf(one, other), zoom: now.current.zoom } : null;
    };
    const move = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (pinch === null || !one || !other) return;
      event.preventDefault();
      now.current.dispatch({ type: 'zoom_to', zoom: (pinch.zoom * apartOf(one, other)) / pinch.apart });
    };
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (swipe !== null && touch && now.current.zoom <= 1) {
        const step = stepOf(touch.clientX - swipe.x, touch.clientY - swipe.y, now.current.dir);
        if (step) now.current.dispatch({ type: 'page', step, total: now.current.totalPages });
      }
      swipe = pinch = null;
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const zoom = now.current.zoom * Math.exp(-event.deltaY * WHEEL_ZOOM);
      now.current.dispatch({ type: 'zoom_to', zoom });
    };

    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end, { passive: true });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('wheel', wheel);
    };
  }, [pane]);
}

/** The page that a sweep turns to, by how far the finger went; null: it was no sweep across. */
export function stepOf(across: number, down: number, direction: 'ltr' | 'rtl'): 1 | -1 | null {
  if (Math.abs(across) < SWIPE_PIXELS || Math.abs(across) < 2 * Math.abs(down)) return null;
  const isForward = direction === 'rtl' ? across > 0 : across < 0;
  return isForward ? 1 : -1;
}

function apartOf(one: Touch, other: Touch): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
