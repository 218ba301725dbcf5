import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { type ListView, shownDocuments, WHOLE_LIST } from './document-list-view';

const NONE: readonly KesherDocument[] = [];

/** What of the documents is shown, and which of them are chosen. */
export function useDocumentList(documents: readonly KesherDocument[] = NONE) {
  const { locale } = useI18n();
  const [view, setView] = useState<ListView>(WHOLE_LIST);
  const asked = useDeferredValue(view);
  const shown = useMemo(() => shownDocuments(documents, asked, locale), [documents, asked, locale]);
  const selection = useSelection(documents, shown);
  return {
    view,
    shown,
    change: (change: Partial<ListView>) => setView((now) => ({ ...now, ...change })),
    ...selection,
  };
}

/** The chosen documents: one by one, or from one to another with the shift key. */
function useSelection(documents: readonly KesherDocument[], shown: readonly KesherDocument[]) {
  const [isSelecting, setSelecting] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const order = useRef(shown);
  order.current = shown;

  useEffect(() => {
    // What somebody else deleted is chosen no more.
    setIds((now) => {
      const there = new Set(documents.filter(({ id }) => now.has(id)).map(({ id }) => id));
      return there.size === now.size ? now : there;
    });
  }, [documents]);

  return useMemo(
    () => ({
      isSelecting,
      selected: ids,
      setSelecting: (wanted: boolean) => {
        setSelecting(wanted);
        if (!wanted) setIds(new Set());
      },
      toggle: (id: string, isRange: boolean) => {
        const from = isRange ? last.current : null;
        last.current = id;
        setIds((now) => toggled(now, between(order.current, from, id), !now.has(id)));
      },
      selectAll: (wanted: boolean) =>
        setIds(new Set(wanted ? order.current.map(({ id }) => id) : [])),
      unselect: (gone: string[]) => setIds((now) => toggled(now, gone, false)),
    }),
    [isSelecting, ids],
  );
}

function toggled(now: ReadonlySet<string>, ids: string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(now);
  for (const id of ids) {
    if (isIn) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The ids from one place of the list to another, both included; the last alone without a first. */
function between(shown: readonly KesherDocument[], from: string | null, to: string): string[] {
  const first = shown.findIndex(({ id }) => id === from);
  const last = shown.findIndex(({ id }) => id === to);
  if (first < 0 || last < 0) return [to];
  const [low, high] = first < last ? [first, last] : [last, first];
  return shown.slice(low, high + 1).map(({ id }) => id);
}
