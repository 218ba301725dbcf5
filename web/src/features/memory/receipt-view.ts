import type { MemoryReceipt } from '../../api/memory-queries';

/** What was erased: the server names it by ids alone, since a receipt keeps no words. */
export type Erased =
  | { what: 'message'; message: string; thread: string }
  | { what: 'thread'; thread: string }
  | { what: 'entity'; entity: string }
  | { what: 'everything' };

/** What is counted on a receipt, in the order in which it is told. */
export const COUNTS = [
  'messages',
  'facts',
  'entities',
  'names',
  'mentions',
  'reviews',
  'merges',
  'requests',
] as const;

const MESSAGE = /^message `([^]*)` of thread `([^]*)`$/;
const THREAD = /^thread `([^]*)`$/;
const ENTITY = /^entity `([^]*)`$/;

export function erasedBy({ what }: Pick<MemoryReceipt, 'what'>): Erased {
  const message = MESSAGE.exec(what);
  if (message) return { what: 'message', message: message[1] ?? '', thread: message[2] ?? '' };
  const thread = THREAD.exec(what);
  if (thread) return { what: 'thread', thread: thread[1] ?? '' };
  const entity = ENTITY.exec(what);
  if (entity) return { what: 'entity', entity: entity[1] ?? '' };
  return { what: 'everything' };
}

/** How many rows of all kinds went; requests lose words and keep their rows. */
export function rowsRemoved(receipt: MemoryReceipt): number {
  return COUNTS.filter((name) => name !== 'requests').reduce((sum, name) => sum + receipt[name], 0);
}

/** A receipt as a file, for whoever has to show it later. */
export function receiptFile(receipt: MemoryReceipt): { name: string; url: string } {
  const text = JSON.stringify({ ...receipt, rows_removed: rowsRemoved(receipt) }, null, 2);
  return {
    name: `kesher-erasure-${receipt.id}.json`,
    url: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`,
  };
}
