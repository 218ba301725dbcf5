import { type DifferentLine, lineDifference } from '../../text/line-difference';

/** A row of two texts side by side; null where one of them has nothing to set against the other. */
export type AlignedRow =
  | { kind: 'same' | 'changed'; before: string | null; after: string | null }
  | { kind: 'skipped'; count: number };

// So many lines on each side of a change are shown with it.
const AROUND = 3;

/** Two texts, page by page, set against each other; long stretches that are the same are skipped. */
export function alignedRows(before: readonly string[], after: readonly string[]): AlignedRow[] {
  const lines = lineDifference(linesOf(before), linesOf(after));
  return skipped(sideBySide(lines));
}

/** How many lines were taken out and put in. */
export function changeCounts(rows: readonly AlignedRow[]): { removed: number; added: number } {
  let [removed, added] = [0, 0];
  for (const row of rows) {
    if (row.kind !== 'changed') continue;
    if (row.before !== null) removed += 1;
    if (row.after !== null) added += 1;
  }
  return { removed, added };
}

function linesOf(pages: readonly string[]): string[] {
  return pages.flatMap((page) => page.split('\n')).filter((line) => line.trim() !== '');
}

function sideBySide(lines: readonly DifferentLine[]): AlignedRow[] {
  const rows: AlignedRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      rows.push({ kind: 'changed', before: removed[at] ?? null, after: added[at] ?? null });
    }
    [removed, added] = [[], []];
  };
  for (const { kind, text } of lines) {
    if (kind === 'removed') removed.push(text);
    else if (kind === 'added') added.push(text);
    else {
      settle();
      rows.push({ kind: 'same', before: text, after: text });
    }
  }
  settle();
  return rows;
}

function skipped(rows: readonly AlignedRow[]): AlignedRow[] {
  const isNear = nearChange(rows);
  const shown: AlignedRow[] = [];
  let count = 0;
  rows.forEach((row, at) => {
    if (!isNear[at]) {
      count += 1;
      return;
    }
    if (count > 0) shown.push({ kind: 'skipped', count });
    count = 0;
    shown.push(row);
  });
  if (count > 0) shown.push({ kind: 'skipped', count });
  return shown;
}

function nearChange(rows: readonly AlignedRow[]): boolean[] {
  const isNear = new Array<boolean>(rows.length).fill(false);
  rows.forEach(({ kind }, at) => {
    if (kind === 'changed') isNear.fill(true, Math.max(at - AROUND, 0), at + AROUND + 1);
  });
  return isNear;
}
