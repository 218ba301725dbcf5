import type { KesherDocument } from '../../api/types';
import { plain } from '../../text/plain';

export const FILTERS = ['all', 'working', 'attention', 'scanned'] as const;
export type DocumentFilter = (typeof FILTERS)[number];

export const SORTS = ['newest', 'oldest', 'name', 'pages'] as const;
export type DocumentSort = (typeof SORTS)[number];

/** What of a room's documents is in the list, and in which order. */
export interface ListView {
  query: string;
  filter: DocumentFilter;
  sort: DocumentSort;
}

export const WHOLE_LIST: ListView = { query: '', filter: 'all', sort: 'newest' };

const MEETS: Record<DocumentFilter, (document: KesherDocument) => boolean> = {
  all: () => true,
  working: ({ state }) => state === 'queued' || state === 'reading' || state === 'embedding',
  attention: ({ state, failures }) => state === 'failed' || state === 'cancelled' || failures.length > 0,
  scanned: ({ pages_ocr }) => pages_ocr > 0,
};

export function shownDocuments(
  documents: readonly KesherDocument[],
  { query, filter, sort }: ListView,
  locale: string,
): KesherDocument[] {
  const wanted = plain(query).split(' ').filter((word) => word !== '');
  const found = documents.filter((document) => {
    if (!MEETS[filter](document)) return false;
    const name = wanted.length > 0 ? plain(document.name) : '';
    return wanted.every((word) => name.includes(word));
  });
  return found.sort(order(sort, locale));
}

/** How many documents each filter lets through. */
export function filterCounts(documents: readonly KesherDocument[]): Record<DocumentFilter, number> {
  const count = (filter: DocumentFilter) => documents.filter(MEETS[filter]).length;
  return {
    all: documents.length,
    working: count('working'),
    attention: count('attention'),
    scanned: count('scanned'),
  };
}

type Order = (one: KesherDocument, other: KesherDocument) => number;

function order(sort: DocumentSort, locale: string): Order {
  if (sort === 'name') {
    const names = new Intl.Collator(locale, { numeric: true });
    return (one, other) => names.compare(one.name, other.name);
  }
  if (sort === 'pages') return (one, other) => other.pages_total - one.pages_total;
  const way = sort === 'newest' ? -1 : 1;
  return (one, other) => way * (Date.parse(one.created_at) - Date.parse(other.created_at));
}
