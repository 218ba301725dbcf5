import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';

import type { KesherDocument, PageAtAGlance } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './page-list.module.css';
import { PageRow, type Shown } from './page-row';
import type { Find, Found } from './use-find';

const PAGE_RATIO = 297 / 210;
const GAP_PIXELS = 24;
const NOTHING: readonly Found[] = [];

export interface PageListHandle {
  show: (number: number) => void;
  /** The page at the top of the view. */
  inView: () => number;
}

interface PageListProps {
  ref: Ref<PageListHandle>;
  document: KesherDocument;
  pages: readonly PageAtAGlance[];
  shown: Shown;
  find: Find;
  firstPage: number;
  onReread: ((number: number) => void) | null;
}

/** All pages, of which only those in sight are drawn. */
export function PageList({ ref, document, pages, shown, find, firstPage, onReread }: PageListProps) {
  const { t } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const across = shown === 'both' ? (size.width - GAP_PIXELS) / 2 : Math.min(size.width, 860);
  const rows = useVirtualizer({
    count: document.pages_total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (shown === 'words' ? 700 : Math.max(across, 300) * PAGE_RATIO + 80),
    overscan: 1,
  });
  const show = (number: number) => rows.scrollToIndex(number - 1, { align: 'start' });
  useImperativeHandle(ref, () => ({
    show,
    inView: () => {
      const top = rows.scrollOffset ?? 0;
      return (rows.getVirtualItems().find(({ end }) => end > top + 1)?.index ?? 0) + 1;
    },
  }));
  useEffect(() => {
    if (firstPage > 1 && size.width > 0) show(firstPage);
    // Once, as soon as there is something to scroll.
  }, [size.width > 0]);
  useEffect(() => rows.measure(), [shown, rows]);
  useShowFound(scroller, find.current, show);
  const glances = new Map(pages.map((page) => [page.number, page]));
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={0}>
      <div ref={size.ref} className={classes.pages} style={{ height: rows.getTotalSize() }}>
        {document.pages_total === 0 && <p>{t('reading.no_pages')}</p>}
        {size.width > 0 &&
          rows.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={classes.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PageRow
                document={document}
                number={index + 1}
                page={glances.get(index + 1) ?? null}
                shown={shown}
                pictureAcross={across}
                found={find.byPage.get(index + 1) ?? NOTHING}
                current={find.current}
                onReread={onReread && (() => onReread(index + 1))}
              />
            </div>
          ))}
      </div>
    </div>
  );
}

const LOOKS = 40;

/** Bring what was found into the middle of the view; its page may have to be fetched first. */
function useShowFound(
  scroller: React.RefObject<HTMLElement | null>,
  found: Found | null,
  show: (number: number) => void,
) {
  useEffect(() => {
    if (found === null) return;
    show(found.page);
    let [looks, frame] = [0, 0];
    const look = () => {
      const mark = scroller.current?.querySelector('mark[data-current]');
      if (mark) mark.scrollIntoView({ block: 'center', inline: 'nearest' });
      else if ((looks += 1) < LOOKS) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [found]);
}
