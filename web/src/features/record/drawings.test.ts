import { describe, expect, it } from 'vitest';

import { aRankedRow } from '../../app/test-record';
import type { SearchVectors } from '../../api/types';
import { depthOf, piecesOf, slopesOf } from './slopes-view';
import { nearest, pointsOf, strengths } from './vectors-view';

const VECTORS: SearchVectors = {
  label: 'question',
  embedder: 'e5',
  kept_fraction: 0.4,
  missing: 0,
  vectors: [
    { chunk_id: null, x: 0, y: 1, cosine: 1, values: [1, 0] },
    { chunk_id: 'c1', x: -1, y: 0, cosine: 0.8, values: [0.8, -0.6] },
    { chunk_id: 'c2', x: 0.5, y: -0.5, cosine: 0.9, values: [0.9, 0.1] },
    { chunk_id: 'gone', x: 0, y: 0, cosine: 0.1, values: [0, 1] },
  ],
};
const ROWS = [
  aRankedRow({ chunk_id: 'c1', sent: true }),
  aRankedRow({ chunk_id: 'c2', sent: false, rank: 2 }),
];

describe('pointsOf', () => {
  it('draws the question on top, and tells what was sent from what was only found', () => {
    const points = pointsOf(VECTORS, ROWS);
    expect(points.map(({ chunkId, kind }) => [chunkId, kind])).toEqual([
      ['gone', 'other'],
      ['c2', 'hit'],
      ['c1', 'sent'],
      [null, 'question'],
    ]);
    expect(points.at(-1)).toMatchObject({ x: 0.5, y: 0 });
    expect(points[2]).toMatchObject({ x: 0, y: 0.5 });
  });

  it('knows which passages lie nearest', () => {
    expect(nearest(pointsOf(VECTORS, ROWS), 2).map(({ chunkId }) => chunkId)).toEqual(['c2', 'c1']);
  });
});

it('measures numbers against the largest, also where there is none', () => {
  expect(strengths([0.5, -0.25])).toEqual([1, -0.5]);
  expect(strengths([0, 0])).toEqual([0, 0]);
});

describe('slopesOf', () => {
  const rows = [
    aRankedRow({ chunk_id: 'b', ranks: { dense: 1, lexical: 90, fused: 2 } }),
    aRankedRow({ chunk_id: 'a', ranks: { dense: 3, fused: 1 } }),
    aRankedRow({ chunk_id: 'unfused', ranks: { dense: 2 } }),
  ];

  it('leads each passage from ranking to ranking, the first of fusion first', () => {
    const { columns, lines, deepest } = slopesOf(rows);
    expect(columns).toEqual(['dense', 'lexical', 'fused']);
    expect(lines.map(({ row, places }) => [row.chunk_id, places])).toEqual([
      ['a', [3, null, 1]],
      ['b', [1, 90, 2]],
    ]);
    expect(deepest).toBe(24);
  });

  it('passes over a ranking that lacks the passage', () => {
    expect(piecesOf([3, null, 1])).toEqual([[0, 2]]);
    expect(piecesOf([1, 90, 2])).toEqual([[0, 1], [1, 2]]);
    expect(piecesOf([null, 4])).toEqual([]);
  });

  it('draws places below the deepest at the foot', () => {
    expect(depthOf(1, 24)).toBe(0);
    expect(depthOf(90, 24)).toBe(1);
    expect(depthOf(1, 1)).toBe(0);
  });

  it('draws nothing of a search without rankings', () => {
    expect(slopesOf([])).toEqual({ columns: [], lines: [], deepest: 2 });
  });
});
