import { useQuery } from '@tanstack/react-query';

import { pagesQuery } from '../../api/document-queries';
import { infoQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { saySize } from './say-size';
import classes from './document-row.module.css';

interface DocumentFactsProps {
  document: KesherDocument;
  /** Whether it is told how its words came off its pages, too. */
  withTrust?: boolean;
}

/** The line under a document's name: its stage with counts, its version, its size. */
export function DocumentFacts({ document, withTrust = true }: DocumentFactsProps) {
  const { t, locale } = useI18n();
  const isPreparing = useQuery(infoQuery).data?.models.embedder_ready === false;
  const facts = [sayStage(t, document, isPreparing)];
  if (document.versions > 1) facts.push(t('documents.version', { number: document.version }));
  if (document.state === 'ready') facts.push(saySize(document.size_bytes, locale));
  return (
    <>
      <p className={classes.facts}>{facts.join(' · ')}</p>
      {withTrust && <DocumentTrust document={document} />}
    </>
  );
}

/** How its words came off its pages, where that is worth a word: by OCR, by hand, with doubt. */
function DocumentTrust({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const isLooked = document.pages_ocr > 0 && document.state === 'ready';
  const pages = useQuery({ ...pagesQuery(document), enabled: isLooked }).data;
  const doubtful = pages?.filter((page) => page.doubtful).length ?? 0;
  const told: string[] = [];
  if (document.pages_ocr > 0) told.push(t('documents.ocr_pages', { count: document.pages_ocr }));
  const reread = new Set(document.reread).size;
  if (reread > 0) told.push(t('documents.reread', { count: reread }));
  if (told.length === 0 && doubtful === 0) return null;
  return (
    <p className={classes.facts}>
      {told.join(' · ')}
      {doubtful > 0 && (
        <strong className={classes.doubt}>
          {told.length > 0 && ' · '}
          {t('documents.doubtful', { count: doubtful })}
        </strong>
      )}
    </p>
  );
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
