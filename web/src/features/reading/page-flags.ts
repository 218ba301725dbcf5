import type { PageAtAGlance } from '../../api/types';

export const FLAGS = ['failed', 'orders', 'doubtful', 'reread', 'ocr', 'hidden', 'empty', 'tables'] as const;
export type Flag = (typeof FLAGS)[number];

/** What about a page is worth a look, the gravest first. */
export function flagsOf(page: PageAtAGlance, reread: readonly number[] = []): Flag[] {
  const meets: Record<Flag, boolean> = {
    failed: page.failure !== null,
    orders: page.orders,
    doubtful: page.doubtful,
    reread: reread.includes(page.number),
    ocr: page.source === 'ocr' && !reread.includes(page.number),
    hidden: page.hidden_chars > 0,
    empty: page.failure === null && page.chars === 0,
    tables: page.tables > 0,
  };
  return FLAGS.filter((flag) => meets[flag]);
}

/** The pages that have each flag, by number; only flags that some page has. */
export function flaggedPages(
  pages: readonly PageAtAGlance[],
  reread: readonly number[] = [],
): [Flag, number[]][] {
  return FLAGS.map((flag): [Flag, number[]] => [
    flag,
    pages.filter((page) => flagsOf(page, reread).includes(flag)).map(({ number }) => number),
  ]).filter(([, numbers]) => numbers.length > 0);
}

/** The next flagged page past one, going round at the end. */
export function nextFlagged(numbers: readonly number[], after: number): number {
  return numbers.find((number) => number > after) ?? numbers[0] ?? after;
}
