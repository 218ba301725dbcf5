export interface DifferentLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

// Of texts that differ in more lines than this the change is told as one block: to find the least
// one takes memory that grows with the square of it.
const MOST_CHANGES = 1_500;

/**
 * What to take out of `before` and put in to get `after`, line by line, in reading order.
 *
 * Source: Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986).
 */
export function lineDifference(before: readonly string[], after: readonly string[]): DifferentLine[] {
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return [
    ...before.slice(0, start).map(same),
    ...(changes(removed, added) ?? [...removed.map(gone), ...added.map(come)]),
    ...before.slice(before.length - end).map(same),
  ];
}

const same = (text: string): DifferentLine => ({ kind: 'same', text });
const gone = (text: string): DifferentLine => ({ kind: 'removed', text });
const come = (text: string): DifferentLine => ({ kind: 'added', text });

function sharedStart(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
}

function sharedEnd(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before.at(-1 - count) === after.at(-1 - count)) count += 1;
  return count;
}

/** The least change, or null where it is a very large one. */
function changes(before: readonly string[], after: readonly string[]): DifferentLine[] | null {
  const most = Math.min(before.length + after.length, MOST_CHANGES);
  const reached = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const steps: Int32Array[] = [];
  for (let depth = 0; depth <= most; depth += 1) {
    steps.push(reached.slice(middle - depth - 1, middle + depth + 2));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const isDown = goesDown(reached, middle + diagonal, diagonal, depth);
      let x = isDown ? at(reached, middle + diagonal + 1) : at(reached, middle + diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return walkBack(steps, before, after);
    }
  }
  return null;
}

/** Read the way that was found from its end, step by step. */
function walkBack(
  steps: Int32Array[],
  before: readonly string[],
  after: readonly string[],
): DifferentLine[] {
  const found: DifferentLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const reached = steps[depth] ?? new Int32Array(3);
    const diagonal = x - y;
    const place = depth + 1 + diagonal;
    const isDown = goesDown(reached, place, diagonal, depth);
    const former = isDown ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] =
      depth === 0 ? [0, 0] : [at(reached, depth + 1 + former), at(reached, depth + 1 + former) - former];
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      found.push(same(before[x] ?? ''));
    }
    if (depth === 0) break;
    found.push(isDown ? come(after[fromY] ?? '') : gone(before[fromX] ?? ''));
    [x, y] = [fromX, fromY];
  }
  return found.reverse();
}

function goesDown(reached: Int32Array, place: number, diagonal: number, depth: number): boolean {
  if (diagonal === -depth) return true;
  return diagonal !== depth && at(reached, place - 1) < at(reached, place + 1);
}

function at(numbers: Int32Array, place: number): number {
  return numbers[place] ?? 0;
}
