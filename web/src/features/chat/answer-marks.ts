import type { Citation } from '../../api/types';

// Two private-use characters fence the index of a citation inside the text. They carry no
// direction and no letters, so neither Markdown nor the direction of a block sees them.
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Finds one inserted mark; its first group is the citation's place in the list given. */
export const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`);

/**
 * Put a mark into the text for every citation, at its `position`.
 *
 * Positions count code points and JavaScript's strings count UTF-16 units, so the text is taken
 * apart by code points first. A mark behind a space is moved before it: it belongs to the words
 * that it supports, and must not open the next line.
 */
export function insertMarks(text: string, citations: readonly Pick<Citation, 'position'>[]): string {
  const points = Array.from(text.replaceAll(/[\uE000\uE001]/g, '\uFFFD'));
  const marks = new Map<number, string>();
  citations.forEach((citation, index) => {
    const at = beforeSpace(points, citation.position);
    marks.set(at, `${marks.get(at) ?? ''}${OPEN}${index}${CLOSE}`);
  });
  return [...points, ''].map((point, at) => (marks.get(at) ?? '') + point).join('');
}

function beforeSpace(points: readonly string[], position: number): number {
  let at = Math.min(Math.max(position, 0), points.length);
  while (at > 0 && /\s/u.test(points[at - 1] ?? '')) at -= 1;
  return at;
}
