import type { Room } from '../../api/types';

/** From so many rooms on the list can be searched. */
export const SEARCHED_FROM = 9;
/** From so many on only those in sight are drawn. */
export const WINDOWED_FROM = 60;

export interface ShownRooms {
  open: Room[];
  archived: Room[];
}

/** The rooms whose names hold what is looked for, those in the archive apart. */
export function shownRooms(rooms: readonly Room[], text: string): ShownRooms {
  const wanted = folded(text).split(/\s+/u).filter(Boolean);
  const found = rooms.filter(({ name }) => {
    const there = folded(name);
    return wanted.every((word) => there.includes(word));
  });
  return {
    open: found.filter(({ archived_at }) => !archived_at),
    archived: found.filter(({ archived_at }) => archived_at),
  };
}

/** Small letters without marks, so that neither a point nor an accent hides a name. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{Mn}/gu, '').toLocaleLowerCase();
}

/** Rows of a grid, each of as many rooms as stand beside one another. */
export function inRows<Item>(items: readonly Item[], columns: number): Item[][] {
  const width = Math.max(1, Math.floor(columns));
  const rows = [];
  for (let from = 0; from < items.length; from += width) rows.push(items.slice(from, from + width));
  return rows;
}

/** Whether somebody may change what is in a room now: an archived one is only read. */
export function mayWrite(room: Room): boolean {
  return room.rights.includes('write') && !room.archived_at;
}
