import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import { wholeTextQuery } from '../../api/document-queries';
import type { KesherDocument } from '../../api/types';
import { type Place, placesOf, plain, type PlainText, plainText } from '../../text/plain';

/** A place where the words stand. */
export interface Found extends Place {
  page: number;
}

const NOTHING: Found[] = [];

/** Search within a document: what is looked for, every place where it stands, the one in view. */
export function useFind(document: KesherDocument) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const wanted = plain(useDeferredValue(query));
  const text = useQuery({ ...wholeTextQuery(document), enabled: wanted !== '' });
  const pages = useMemo(() => text.data?.map(plainText), [text.data]);
  const found = useMemo(() => (pages ? findAll(wanted, pages) : NOTHING), [wanted, pages]);
  const byPage = useMemo(() => grouped(found), [found]);
  const index = found.length === 0 ? 0 : at % found.length;
  return {
    query,
    isLooking: wanted !== '' && text.isPending,
    error: text.error,
    found,
    byPage,
    current: found[index] ?? null,
    index,
    look: (words: string) => {
      setQuery(words);
      setAt(0);
    },
    step: (step: 1 | -1) => setAt((index + step + found.length) % Math.max(found.length, 1)),
  };
}

export type Find = ReturnType<typeof useFind>;

function findAll(wanted: string, pages: readonly PlainText[]): Found[] {
  return pages.flatMap((page, index) =>
    placesOf(wanted, page).map((place) => ({ ...place, page: index + 1 })),
  );
}

function grouped(found: readonly Found[]): Map<number, Found[]> {
  const pages = new Map<number, Found[]>();
  for (const place of found) {
    const here = pages.get(place.page);
    if (here) here.push(place);
    else pages.set(place.page, [place]);
  }
  return pages;
}
