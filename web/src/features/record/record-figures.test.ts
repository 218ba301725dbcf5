import { describe, expect, it } from 'vitest';

import { aRankedRow, aRecord } from '../../app/test-record';
import { inGroups, movedByFusion, placeLanes, replayEstimate, scoreText, sentFraction } from './record-figures';

describe('placeLanes', () => {
  it('places lanes as fractions of the whole time', () => {
    const lanes = [
      { name: 'search', began_ms: 0, ms: 25 },
      { name: 'writing', began_ms: 50, ms: 50 },
    ];
    expect(placeLanes(lanes, 90).map(({ from, width }) => [from, width])).toEqual([
      [0, 0.25],
      [0.5, 0.5],
    ]);
  });

  it('draws nothing of an answer that took no time', () => {
    expect(placeLanes([{ name: 'search', began_ms: 0, ms: 0 }], 0)[0]).toMatchObject({ width: 0 });
  });
});

describe('movedByFusion', () => {
  it.each([
    [{ dense: 4, lexical: 9, fused: 1 }, 3],
    [{ dense: 1, fused: 6 }, -5],
    [{ lexical: 2, grams: 2, fused: 2 }, 0],
    [{ fused: 3 }, null],
    [{ dense: 3 }, null],
  ])('compares with the best place before fusion: %j', (ranks, moved) => {
    expect(movedByFusion(aRankedRow({ ranks }))).toBe(moved);
  });
});

it.each([
  ['dense', 0.89712, '0.897'],
  ['lexical', 12.345, '12.35'],
  ['fused', 0.032786, '0.0328'],
] as const)('writes a %s score of %d as %s', (ranking, score, said) => {
  expect(scoreText(ranking, score)).toBe(said);
});

it('never says that more than the room was sent, nor divides by an empty room', () => {
  expect(sentFraction(500, 2_000)).toBe(0.25);
  expect(sentFraction(3_000, 2_000)).toBe(1);
  expect(sentFraction(10, 0)).toBe(0);
});

it('estimates a paid replay by what the answer took, and by its prompt where nothing is known', () => {
  expect(replayEstimate(aRecord())).toEqual({ tokens: 3_260, price: 0.0021 });
  expect(replayEstimate(aRecord({ calls: [] }))).toEqual({ tokens: 3_129, price: null });
});

it('puts segments of one kind that follow one another together', () => {
  const [segment] = aRecord().prompt.segments;
  const kinds = ['system', 'evidence', 'evidence', 'status', 'evidence'] as const;
  const groups = inGroups(kinds.map((kind) => ({ ...segment!, kind })));
  expect(groups.map((group) => group.map(({ kind }) => kind))).toEqual([
    ['system'],
    ['evidence', 'evidence'],
    ['status'],
    ['evidence'],
  ]);
});
