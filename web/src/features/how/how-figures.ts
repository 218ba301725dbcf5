import type { AnswerRecord, RankedRow } from '../../api/types';

/** A passage with its likeness to the question. */
export interface Scored {
  row: RankedRow;
  /** Cosine, -1 to 1. */
  score: number;
}

/** The passages by likeness alone, the closest first. */
export function byLikeness(rows: readonly RankedRow[]): Scored[] {
  return rows
    .flatMap((row) => {
      const score = row.marks['dense']?.score;
      return score === undefined ? [] : [{ row, score }];
    })
    .sort((one, other) => other.score - one.score);
}

/** What was chosen for the model: the hits, best first, and what stands beside them. */
export function chosen(rows: readonly RankedRow[]): { hits: RankedRow[]; neighbours: RankedRow[] } {
  const ranked = rows.filter(({ rank }) => rank !== null);
  const inOrder = [...ranked].sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  return {
    hits: inOrder.filter(({ neighbour_of }) => neighbour_of === null),
    neighbours: inOrder.filter(({ neighbour_of }) => neighbour_of !== null),
  };
}

/** Milliseconds of one stage of the answer's first search; null where it was not measured. */
export function stageMs({ retrievals }: AnswerRecord, name: string): number | null {
  return retrievals[0]?.stages.find((stage) => stage.name === name)?.ms ?? null;
}

/** The lines of a passage that most see at a glance: its first words. */
export function firstWords(text: string, chars = 90): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= chars) return line;
  const cut = line.lastIndexOf(' ', chars);
  return `${line.slice(0, cut > 0 ? cut : chars)}…`;
}
