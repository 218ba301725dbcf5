import type { PageText } from '../../api/types';
import { type CodePoints, codePoints } from '../../text/code-points';
import type { Place } from '../../text/plain';

type LineRole = PageText['lines'][number]['role'];

/** A stretch of a page's text in code units. */
export interface Stretch extends Place {
  text: string;
}

export interface CellBlock extends Stretch {
  columns: number;
  rows: number;
}

/** A part of a page as it is shown: a line of some role, or a whole table. */
export type Block =
  | ({ kind: 'line'; role: LineRole; level: number } & Stretch)
  | { kind: 'table'; start: number; headRows: number; rows: CellBlock[][] };

/** A page's text as lines and tables, in reading order. */
export function blocksOf(page: PageText): Block[] {
  const points = codePoints(page.text);
  const tables = page.tables.map((table) => tableBlock(page.text, points, table));
  const spans = page.tables.map((table) => spanOf(table));
  const lines = page.lines
    .filter((line) => !spans.some(({ start, end }) => line.start >= start && line.end <= end))
    .map((line): Block => ({
      kind: 'line',
      role: line.role,
      level: line.level,
      ...stretch(page.text, points, line),
    }));
  return [...lines, ...tables].sort((one, other) => one.start - other.start);
}

type PageTable = PageText['tables'][number];

function tableBlock(text: string, points: CodePoints, table: PageTable): Block {
  const rows = table.rows.map((row) =>
    row.map((cell) => ({ ...stretch(text, points, cell), columns: cell.columns, rows: cell.rows })),
  );
  return { kind: 'table', start: points.unitOf(spanOf(table).start), headRows: table.head_rows, rows };
}

function spanOf(table: PageTable): Place {
  const cells = table.rows.flat();
  return {
    start: Math.min(...cells.map(({ start }) => start)),
    end: Math.max(...cells.map(({ end }) => end)),
  };
}

function stretch(text: string, points: CodePoints, { start, end }: Place): Stretch {
  const [from, to] = [points.unitOf(start), points.unitOf(end)];
  return { start: from, end: to, text: text.slice(from, to) };
}

/** A stretch cut at the places that were found, each part knowing which of them it is in. */
export interface MarkedPart {
  text: string;
  /** Index into the places; null: nothing was found here. */
  found: number | null;
}

export function markedParts({ start, end, text }: Stretch, places: readonly Place[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = start;
  places.forEach((place, found) => {
    const from = Math.max(place.start, at);
    const to = Math.min(place.end, end);
    if (from >= to) return;
    if (from > at) parts.push({ text: text.slice(at - start, from - start), found: null });
    parts.push({ text: text.slice(from - start, to - start), found });
    at = to;
  });
  if (at < end) parts.push({ text: text.slice(at - start), found: null });
  return parts;
}
