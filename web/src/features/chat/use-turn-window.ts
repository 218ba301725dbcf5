import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';

import type { EarlierTurns } from './use-turns';

const TURN_PX = 520;
const EARLIER_PX = 56;
const TURNS_BESIDE = 2;
/** So many turns before the first known one the earlier ones are read. */
const READ_AHEAD = 6;

interface TurnWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  earlier: EarlierTurns;
}

/**
 * Which turns of a long conversation are drawn: those in sight, the newest, and the one in use.
 *
 * What is in sight stays where it is when earlier turns come in before it, when one above it is
 * measured, and when an answer grows below. The newest question is brought to the top of the pane
 * when it is asked or its thread is opened; from there its answer grows downwards.
 */
export function useTurnWindow({ scroller, count, earlier }: TurnWindowOptions) {
  const inUse = useRef<number | null>(null);
  const { count: before, isReading, error, read } = earlier;
  const margin = before > 0 ? EARLIER_PX : 0;
  const turns = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => TURN_PX,
    observeElementRect: whileShown,
    measureElement: lastShownSize,
    // A turn's place in its thread stays the same when earlier ones are read.
    getItemKey: (index) => before + index,
    initialOffset: () => margin + (count - 1) * TURN_PX,
    paddingStart: margin,
    overscan: TURNS_BESIDE,
    // A fast scroll is not held up by the drawing of what it passes.
    useFlushSync: false,
    anchorTo: 'end',
    // An answer that grows is not followed: it would move under its reader's eyes.
    scrollEndThreshold: -1,
    rangeExtractor: (range) => withKept(range, [(inUse.current ?? -1) - before, count - 1]),
  });

  const newest = before + count;
  useEffect(() => {
    turns.scrollToIndex(turns.options.count - 1, { align: 'start' });
  }, [turns, newest]);

  const first = turns.range?.startIndex ?? count;
  useEffect(() => {
    if (before > 0 && first < READ_AHEAD && !isReading && error === null) read();
  }, [before, first, isReading, error, read]);

  const onFocus = useCallback((event: FocusEvent) => {
    const turn = event.target.closest('[data-place]');
    inUse.current = turn instanceof HTMLElement ? Number(turn.dataset['place']) : null;
  }, []);
  return { turns, onFocus, isAway: (turns.range?.endIndex ?? count) < count - 1 };
}

type Turns = Virtualizer<HTMLElement, Element>;

/**
 * Keeps the size that the conversation had while another pane stands in its place, as on a phone:
 * without one no turn is drawn, and the citation that opened the page could not be come back to.
 */
function whileShown(turns: Turns, tell: (rect: { width: number; height: number }) => void) {
  return observeElementRect(turns, (rect) => {
    if (rect.height > 0) tell(rect);
  });
}

/** A turn's height; of one that is not shown now, what it was. */
function lastShownSize(element: Element, entry: ResizeObserverEntry | undefined, turns: Turns): number {
  const size = measureElement(element, entry, turns);
  if (size > 0) return size;
  return turns.measurementsCache[turns.indexFromElement(element)]?.size ?? TURN_PX;
}

/** The drawn range, and turns outside of it that must not go: one may hold the focus. */
function withKept(range: Range, kept: readonly number[]): number[] {
  const drawn = new Set(defaultRangeExtractor(range));
  for (const index of kept) if (index >= 0 && index < range.count) drawn.add(index);
  return [...drawn].sort((one, other) => one - other);
}
