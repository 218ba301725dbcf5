import { describe, expect, it } from 'vitest';

import { aRankedRow, aRecord } from '../../app/test-record';
import { byLikeness, chosen, firstWords, stageMs } from './how-figures';

describe('byLikeness', () => {
  it('puts the closest first and leaves out what no vector found', () => {
    const rows = [
      aRankedRow({ chunk_id: 'far', ranks: { dense: 2 } }),
      aRankedRow({ chunk_id: 'words', ranks: { lexical: 1 } }),
      aRankedRow({ chunk_id: 'near', ranks: { dense: 1 } }),
    ];
    expect(byLikeness(rows).map(({ row, score }) => [row.chunk_id, score])).toEqual([
      ['near', 1],
      ['far', 0.5],
    ]);
  });
});

describe('chosen', () => {
  it('tells hits from what stands beside them, each in its order', () => {
    const rows = [
      aRankedRow({ chunk_id: 'b', rank: 2 }),
      aRankedRow({ chunk_id: 'out', rank: null }),
      aRankedRow({ chunk_id: 'beside', rank: 3, neighbour_of: 'a' }),
      aRankedRow({ chunk_id: 'a', rank: 1 }),
    ];
    const { hits, neighbours } = chosen(rows);
    expect(hits.map(({ chunk_id }) => chunk_id)).toEqual(['a', 'b']);
    expect(neighbours.map(({ chunk_id }) => chunk_id)).toEqual(['beside']);
  });
});

it('finds the time of a stage, and none where it was not measured', () => {
  const record = aRecord();
  const stage = record.retrievals[0]?.stages[0];
  expect(stage).toBeDefined();
  expect(stageMs(record, stage?.name ?? '')).toBe(stage?.ms);
  expect(stageMs(record, 'no such stage')).toBeNull();
  expect(stageMs(aRecord({ retrievals: [] }), 'dense')).toBeNull();
});

it('shows the first words, cut between two of them', () => {
  expect(firstWords('עובד  זכאי\nל-22 ימי חופשה', 12)).toBe('עובד זכאי…');
  expect(firstWords('קצר')).toBe('קצר');
});
