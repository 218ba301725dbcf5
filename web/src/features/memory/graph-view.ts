import type { MemoryEntity, MemoryFact, MemoryGraph } from '../../api/memory-queries';
import { isShown, type Standing, standingOf, withoutRewrites } from './fact-view';

/** A point of the graph: somebody or something, or a value in words. */
export interface Point {
  id: string;
  /** Null: the value of a fact. */
  entity: MemoryEntity | null;
  fact: MemoryFact | null;
  hop: number;
  x: number;
  y: number;
}

export interface Line {
  id: string;
  from: string;
  to: string;
  fact: MemoryFact;
  standing: Standing;
}

export interface Drawing {
  points: Point[];
  lines: Line[];
}

const RING = 125;
const STAGGER = 70;
/** Along a ring, from one point to the next. */
const BETWEEN = 22;
const FULL_RING = 24;
const MOST_VALUES = 160;

/**
 * Lay a graph out in rings round its first entity, the same way for every instant.
 *
 * Each point stands in the part of the circle that belongs to the one it hangs on, so that lines
 * hardly cross and nothing jumps when the day changes. On a tall screen the rings are tall, too.
 */
export function drawingOf(graph: MemoryGraph, withValues: boolean, isTall = false): Drawing {
  const hops = graph.hops as Record<string, number>;
  const known = new Map(graph.entities.map((entity) => [entity.id, entity]));
  const facts = withoutRewrites(graph.facts).filter((fact) => known.has(fact.subject.id) && isShown(fact, true));
  const lines = facts.filter((fact) => fact.object_id !== null).map((fact) => lineOf(fact, fact.object_id ?? ''));
  const values = withValues ? facts.filter((fact) => fact.object_id === null).slice(0, MOST_VALUES) : [];
  const valueLines = values.map((fact) => lineOf(fact, `value-${fact.id}`));
  const centre = graph.entities.find((entity) => hops[entity.id] === 0);
  if (centre === undefined) return { points: [], lines: [] };
  const all = [...lines, ...valueLines];
  const places = placed(centre.id, all, hops, isTall ? TALL : WIDE);
  const points: Point[] = [];
  for (const entity of graph.entities) {
    points.push({ id: entity.id, entity, fact: null, hop: hops[entity.id] ?? 0, ...(places.get(entity.id) ?? ORIGIN) });
  }
  for (const fact of values) {
    const id = `value-${fact.id}`;
    points.push({ id, entity: null, fact, hop: (hops[fact.subject.id] ?? 0) + 1, ...(places.get(id) ?? ORIGIN) });
  }
  return { points, lines: all };
}

const ORIGIN = { x: 0, y: 0 };
const WIDE = { x: 1.25, y: 0.8 };
const TALL = { x: 0.75, y: 1.2 };

function lineOf(fact: MemoryFact, to: string): Line {
  return { id: fact.id, from: fact.subject.id, to, fact, standing: standingOf(fact) };
}

/** Rings by distance; each branch gets a part of the circle as wide as it has ends. */
function placed(
  centre: string,
  lines: readonly Line[],
  hops: Record<string, number>,
  stretch: typeof ORIGIN,
) {
  const children = childrenOf(centre, lines, hops);
  const ends = endsOf(centre, children);
  const rings = ringsOf(centre, children);
  const places = new Map<string, { x: number; y: number }>();
  const placedOn: number[] = [];
  const place = (id: string, from: number, to: number, depth: number): void => {
    const angle = (from + to) / 2;
    const onRing = (placedOn[depth] = (placedOn[depth] ?? 0) + 1);
    const { radius = 0, isFull = false } = rings[depth] ?? {};
    // On a full ring every second one stands further out, so that labels pass one another.
    const out = radius + (isFull && onRing % 2 === 0 ? STAGGER : 0);
    places.set(id, { x: Math.cos(angle) * out * stretch.x, y: Math.sin(angle) * out * stretch.y });
    let at = from;
    for (const child of children.get(id) ?? []) {
      const width = ((to - from) * (ends.get(child) ?? 1)) / (ends.get(id) ?? 1);
      place(child, at, at + width, depth + 1);
      at += width;
    }
  };
  place(centre, -Math.PI / 2, (3 * Math.PI) / 2, 0);
  return places;
}

/** How many ends hang on each point; one that nothing hangs on is an end itself. */
function endsOf(centre: string, children: Map<string, string[]>): Map<string, number> {
  const ends = new Map<string, number>();
  const count = (id: string): number => {
    const sum = (children.get(id) ?? []).reduce((total, child) => total + count(child), 0) || 1;
    ends.set(id, sum);
    return sum;
  };
  count(centre);
  return ends;
}

/** How far out each ring lies: one behind the other, and as long as its points need. */
function ringsOf(centre: string, children: Map<string, string[]>) {
  const rings = [{ radius: 0, isFull: false }];
  let ring = [centre];
  while ((ring = ring.flatMap((id) => children.get(id) ?? [])).length > 0) {
    const next = (rings.at(-1)?.radius ?? 0) + RING;
    const needed = (ring.length * BETWEEN) / (2 * Math.PI);
    rings.push({ radius: Math.max(next, needed), isFull: ring.length > FULL_RING });
  }
  return rings;
}

function childrenOf(centre: string, lines: readonly Line[], hops: Record<string, number>) {
  const children = new Map<string, string[]>();
  const placedAlready = new Set([centre]);
  const deepFirst = (id: string) => hops[id] ?? Number.MAX_SAFE_INTEGER;
  const sorted = [...lines].sort((one, other) =>
    Math.min(deepFirst(one.from), deepFirst(one.to)) - Math.min(deepFirst(other.from), deepFirst(other.to)));
  for (const { from, to } of sorted) {
    const [above, below] = deepFirst(from) <= deepFirst(to) ? [from, to] : [to, from];
    if (placedAlready.has(below)) continue;
    placedAlready.add(below);
    children.set(above, [...(children.get(above) ?? []), below]);
  }
  return children;
}

/** The point that lies in a direction from another, the nearest and straightest; null: none. */
export function pointTowards(points: readonly Point[], from: Point, dx: number, dy: number): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y];
    const along = x * dx + y * dy;
    if (along <= 1) continue;
    const cost = along + 2 * Math.abs(x * dy - y * dx);
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}
