import type { RankedRow } from '../../api/types';
import { type Ranking, RANKINGS } from './record-figures';

/** A passage's way through the rankings: its place in each, null where one lacks it. */
export interface Slope {
  row: RankedRow;
  places: (number | null)[];
}

export interface Slopes {
  /** The rankings that the search made, in their order. */
  columns: Ranking[];
  lines: Slope[];
  /** The lowest place that is drawn. */
  deepest: number;
}

const MOST_LINES = 14;
const DEEPEST = 24;

/**
 * The ways of the passages that fusion put first.
 *
 * A place below `DEEPEST` is drawn at the foot, so that one stray does not press all others.
 */
export function slopesOf(rows: readonly RankedRow[]): Slopes {
  const ranked = rows
    .filter(({ marks }) => marks['fused'] !== undefined)
    .sort((one, other) => placeIn(one, 'fused') - placeIn(other, 'fused'))
    .slice(0, MOST_LINES);
  const columns = RANKINGS.filter((name) => ranked.some(({ marks }) => marks[name] !== undefined));
  const lines = ranked.map((row) => ({
    row,
    places: columns.map((name) => row.marks[name]?.rank ?? null),
  }));
  const all = lines.flatMap(({ places }) => places.filter((place) => place !== null));
  return { columns, lines, deepest: Math.min(DEEPEST, Math.max(2, ...all)) };
}

function placeIn(row: RankedRow, ranking: Ranking): number {
  return row.marks[ranking]?.rank ?? Infinity;
}

/** Pieces of a line: from each column to the next that both have the passage. */
export function piecesOf(places: readonly (number | null)[]): [number, number][] {
  const held = places.flatMap((place, column) => (place === null ? [] : [column]));
  return held.slice(1).map((column, before) => [held[before] ?? column, column]);
}

/** How far down a place is drawn, 0–1. */
export function depthOf(place: number, deepest: number): number {
  return deepest <= 1 ? 0 : (Math.min(place, deepest) - 1) / (deepest - 1);
}
