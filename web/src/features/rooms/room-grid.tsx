import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';

import type { Room } from '../../api/types';
import { RoomCard, type RoomAct } from './room-card';
import classes from './rooms-page.module.css';
import { inRows, WINDOWED_FROM } from './rooms-view';

// Keep in step with `.list` and `.card`.
const CARD_WIDTH_PX = 288;
const GAP_PX = 16;
const ROW_PX = 160 + GAP_PX;

interface RoomGridProps {
  rooms: readonly Room[];
  onAct: (act: RoomAct, room: Room) => void;
}

/** Rooms beside and below one another; of a long list only those in sight are drawn. */
export function RoomGrid({ rooms, onAct }: RoomGridProps) {
  if (rooms.length >= WINDOWED_FROM) return <WindowedGrid rooms={rooms} onAct={onAct} />;
  return (
    <ul className={classes.list}>
      {rooms.map((room) => (
        <RoomCard key={room.id} room={room} onAct={onAct} />
      ))}
    </ul>
  );
}

function WindowedGrid({ rooms, onAct }: RoomGridProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const columns = (width + GAP_PX) / (CARD_WIDTH_PX + GAP_PX);
  const rows = inRows(rooms, columns);
  const start = element?.offsetTop ?? 0;
  const held = useMergedRef(ref, setElement);
  const seen = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 4,
    scrollMargin: start,
  });
  return (
    <div ref={held} className={classes.window} style={{ blockSize: seen.getTotalSize() }}>
      {seen.getVirtualItems().map(({ index, start: from }) => (
        <ul
          key={index}
          className={classes.windowed}
          style={{
            gridTemplateColumns: `repeat(${Math.max(1, Math.floor(columns))}, minmax(0, 1fr))`,
            transform: `translateY(${from - start}px)`,
          }}
        >
          {rows[index]?.map((room) => <RoomCard key={room.id} room={room} onAct={onAct} />)}
        </ul>
      ))}
    </div>
  );
}
