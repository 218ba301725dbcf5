import { type ReactNode, useRef } from 'react';

import type { AnswerView } from './answer-view';
import { EarlierButton } from './earlier-button';
import { ToNewest } from './to-newest';
import classes from './turn-list.module.css';
import { useTurnWindow } from './use-turn-window';
import type { EarlierTurns } from './use-turns';

/** Where a turn stands among all of its thread, those too that are not drawn or not read. */
export interface TurnPlace {
  /** From 1. */
  place: number;
  size: number;
}

interface TurnListProps {
  views: readonly AnswerView[];
  earlier: EarlierTurns;
  children: (view: AnswerView, place: TurnPlace) => ReactNode;
}

/** The turns of a conversation, however long: only those near what is in sight are drawn. */
export function TurnList({ views, earlier, children }: TurnListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { turns, onFocus, isAway } = useTurnWindow({ scroller, count: views.length, earlier });
  const last = views.length - 1;
  const size = earlier.count + views.length;
  return (
    <div className={classes.frame}>
      <div className={classes.scroller} ref={scroller} tabIndex={0} onFocus={onFocus}>
        <div
          className={classes.turns}
          role="feed"
          aria-busy={earlier.isReading}
          style={{ height: turns.getTotalSize() }}
        >
          {turns.getVirtualItems().map(({ key, index, start }) => {
            const view = views[index];
            return (
              view && (
                <div
                  key={key}
                  ref={turns.measureElement}
                  className={classes.turn}
                  data-index={index}
                  data-place={earlier.count + index}
                  data-last={index === last || undefined}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {children(view, { place: earlier.count + index + 1, size })}
                </div>
              )
            );
          })}
        </div>
        <EarlierButton earlier={earlier} />
      </div>
      {isAway && <ToNewest onGo={() => turns.scrollToIndex(last, { align: 'start' })} />}
    </div>
  );
}
