import type { AnswerRecord, Lane, PromptSegment, RankedRow } from '../../api/types';

/** The rankings that a table shows, in the order of its columns. */
export const RANKINGS = ['dense', 'lexical', 'grams', 'fused'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** A lane of a time line, placed as fractions (0-1) of the whole. */
export interface PlacedLane extends Lane {
  from: number;
  width: number;
}

/** Place lanes on a line as long as the last one's end, or `totalMs` where that is longer. */
export function placeLanes(lanes: readonly Lane[], totalMs: number): PlacedLane[] {
  const whole = Math.max(totalMs, ...lanes.map(({ began_ms, ms }) => began_ms + ms), 0);
  if (whole === 0) return lanes.map((lane) => ({ ...lane, from: 0, width: 0 }));
  return lanes.map((lane) => ({ ...lane, from: lane.began_ms / whole, width: lane.ms / whole }));
}

/**
 * How many places fusion moved a chunk: positive is up.
 *
 * Against the best place that any ranking before fusion gave it; null where one side is missing.
 */
export function movedByFusion({ marks }: RankedRow): number | null {
  const fused = marks['fused']?.rank;
  const before = RANKINGS.filter((name) => name !== 'fused')
    .map((name) => marks[name]?.rank)
    .filter((rank) => rank !== undefined);
  if (fused === undefined || before.length === 0) return null;
  return Math.min(...before) - fused;
}

/** A score to as many places as its ranking's scale needs. */
export function scoreText(ranking: Ranking, score: number): string {
  const places = ranking === 'lexical' ? 2 : ranking === 'fused' ? 4 : 3;
  return score.toFixed(places);
}

/** What share of the room was sent, 0-1; 0 for an empty room. */
export function sentFraction(sentTokens: number, roomTokens: number): number {
  return roomTokens === 0 ? 0 : Math.min(1, sentTokens / roomTokens);
}

/** What writing an answer again would take, by what it took: tokens, and dollars where known. */
export function replayEstimate({ calls, prompt }: AnswerRecord): {
  tokens: number;
  price: number | null;
} {
  const turns = calls.filter(({ purpose }) => purpose === 'turn');
  const spent = turns.map((call) => (call.input_tokens ?? call.tokens) + (call.output_tokens ?? 0));
  const prices = turns.map(({ price_usd }) => price_usd).filter((price) => price !== null);
  return {
    tokens: spent.reduce((sum, each) => sum + each, 0) || prompt.tokens,
    price: prices.length === 0 ? null : prices.reduce((sum, each) => sum + each, 0),
  };
}

/** Runs of segments of one kind, in the prompt's order. */
export function inGroups(segments: readonly PromptSegment[]): PromptSegment[][] {
  const groups: PromptSegment[][] = [];
  for (const segment of segments) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === segment.kind) last.push(segment);
    else groups.push([segment]);
  }
  return groups;
}
