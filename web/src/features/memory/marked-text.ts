/** A piece of a message; `marked` where a fact was taken from it. */
export interface Piece {
  text: string;
  marked: boolean;
}

/**
 * Cut a message at spans that are counted in code points, as the server counts.
 *
 * Spans may touch, overlap or lie outside; an empty one marks nothing.
 */
export function markedPieces(text: string, spans: readonly (readonly number[])[]): Piece[] {
  const points = [...text];
  const marked = points.map(() => false);
  for (const [from = 0, to = 0] of spans) {
    for (let at = Math.max(from, 0); at < Math.min(to, points.length); at += 1) marked[at] = true;
  }
  const pieces: Piece[] = [];
  points.forEach((point, at) => {
    const last = pieces.at(-1);
    if (last !== undefined && last.marked === marked[at]) last.text += point;
    else pieces.push({ text: point, marked: marked[at] ?? false });
  });
  return pieces;
}
