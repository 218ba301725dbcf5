import type { RankedRow, SearchVectors } from '../../api/types';

export type PlacedVector = SearchVectors['vectors'][number];

/** A vector as it is drawn: where, and what it is. */
export interface VectorPoint {
  /** Null: the question's. */
  chunkId: string | null;
  /** From the left and from the top of the picture, 0–1. */
  x: number;
  y: number;
  cosine: number;
  values: readonly number[];
  /** What became of the passage; a question is its own. */
  kind: 'question' | 'sent' | 'hit' | 'other';
  row: RankedRow | null;
}

const HALF = 0.5;

/** The vectors of a search as points of a picture, the question last, so that it lies on top. */
export function pointsOf(search: SearchVectors, rows: readonly RankedRow[]): VectorPoint[] {
  const byId = new Map(rows.map((row) => [row.chunk_id, row]));
  const points = search.vectors.map((vector): VectorPoint => {
    const row = vector.chunk_id === null ? null : (byId.get(vector.chunk_id) ?? null);
    return {
      chunkId: vector.chunk_id,
      x: HALF + vector.x * HALF,
      y: HALF - vector.y * HALF,
      cosine: vector.cosine,
      values: vector.values,
      kind: kindOf(vector, row),
      row,
    };
  });
  return points.sort((one, other) => ORDER[one.kind] - ORDER[other.kind]);
}

const ORDER = { other: 0, hit: 1, sent: 2, question: 3 } as const;

function kindOf(vector: PlacedVector, row: RankedRow | null): VectorPoint['kind'] {
  if (vector.chunk_id === null) return 'question';
  if (row?.sent) return 'sent';
  return row !== null && row.rank !== null ? 'hit' : 'other';
}

/** The passages nearest to the question, whose numbers are shown under it. */
export function nearest(points: readonly VectorPoint[], count: number): VectorPoint[] {
  return points
    .filter(({ kind }) => kind !== 'question')
    .sort((one, other) => other.cosine - one.cosine)
    .slice(0, count);
}

/** A number of a vector as the strength of its stroke, 0–1, against the largest of all. */
export function strengths(values: readonly number[]): number[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return values.map((value) => (largest === 0 ? 0 : value / largest));
}
