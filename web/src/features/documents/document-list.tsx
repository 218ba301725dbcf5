import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import type { DocumentActs } from './document-menu';
import { DocumentRow } from './document-row';
import classes from './documents-pane.module.css';
import { UploadRow } from './upload-row';
import type { Documents } from './use-documents';

const ROW_PIXELS = 76;

interface DocumentListProps {
  model: Documents;
  acts: DocumentActs;
  canWrite: boolean;
}

/** What is being sent, then the documents; only the rows in sight are drawn, however many. */
export function DocumentList({ model, acts, canWrite }: DocumentListProps) {
  const { t } = useI18n();
  const { list } = model;
  const { uploads } = model.uploads;
  const scroller = useRef<HTMLDivElement>(null);
  const total = uploads.length + list.shown.length;
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    getItemKey: (index) => uploads[index]?.key ?? list.shown[index - uploads.length]?.id ?? index,
    overscan: 6,
  });
  // What is being sent stands at the top, so it is shown when something is added.
  const sent = uploads.length;
  useEffect(() => {
    if (sent > 0) scroller.current?.scrollTo({ top: 0 });
  }, [sent]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        className={classes.list}
        aria-label={t('documents.title')}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const upload = uploads[index];
          const document = list.shown[index - uploads.length];
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={classes.item}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {upload && <UploadRow upload={upload} uploads={model.uploads} />}
              {document && (
                <DocumentRow
                  document={document}
                  acts={acts}
                  canWrite={canWrite}
                  isSelected={list.isSelecting ? list.selected.has(document.id) : null}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
