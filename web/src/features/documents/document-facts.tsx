import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import classes from './document-row.module.css';

/** The line under a document's name: its stage with counts, and the pages read by OCR. */
export function DocumentFacts({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const isPreparing = useQuery(infoQuery).data?.models.embedder_ready === false;
  const facts = [sayStage(t, document, isPreparing)];
  if (document.pages_ocr > 0) facts.push(t('documents.ocr_pages', { count: document.pages_ocr }));
  return <p className={classes.facts}>{facts.join(' · ')}</p>;
}

function sayStage(t: Translate, document: KesherDocument, isPreparing: boolean): string {
  switch (document.state) {
    case 'queued':
      return t('documents.queued');
    case 'reading':
      return document.pages_total === 0
        ? t('documents.opening')
        : t('documents.reading', { done: document.pages_done, total: document.pages_total });
    case 'embedding':
      // Nothing is embedded before there is a model, however long that takes.
      if (isPreparing && document.chunks_done === 0) return t('documents.preparing');
      return t('documents.embedding', { done: document.chunks_done, total: document.chunks });
    case 'ready':
      return `${t('rooms.pages', { count: document.pages_total })} · ${t('documents.chunks', { count: document.chunks })}`;
    case 'failed':
      return t('documents.failed');
    case 'cancelled':
      return t('documents.cancelled');
  }
}
