import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

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
  const facts: string[] = [];
  if (document.versions > 1) facts.push(t('documents.version', { number: document.version }));
  if (document.state === 'ready') facts.push(saySize(document.size_bytes, locale));
  return (
    <>
      <p className={classes.facts}>
        {document.state === 'embedding' ? <Embedding document={document} /> : sayStage(t, document)}
        {facts.map((fact) => (
          <Fragment key={fact}>
            {' · '}
            <span className="kept">{fact}</span>
          </Fragment>
        ))}
      </p>
      {withTrust && <Trust document={document} />}
    </>
  );
}

function Embedding({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const isPreparing = useQuery(infoQuery).data?.models.embedder_ready === false;
  // Nothing is embedded before there is a model, however long that takes.
  if (isPreparing && document.chunks_done === 0) return t('documents.preparing');
  return t('documents.embedding', { done: document.chunks_done, total: document.chunks });
}

/** How its words came off its pages, where that is worth a word: by OCR, by hand, with doubt. */
function Trust({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const reread = new Set(document.reread).size;
  if (document.pages_ocr === 0 && reread === 0) return null;
  const told: string[] = [];
  if (document.pages_ocr > 0) told.push(t('documents.ocr_pages', { count: document.pages_ocr }));
  if (reread > 0) told.push(t('documents.reread', { count: reread }));
  return (
    <p className={classes.facts}>
      {told.join(' · ')}
      {document.state === 'ready' && <Doubt document={document} />}
    </p>
  );
}

function Doubt({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const pages = useQuery(pagesQuery(document)).data;
  const count = pages?.filter((page) => page.doubtful).length ?? 0;
  if (count === 0) return null;
  return <strong className={classes.doubt}> · {t('documents.doubtful', { count })}</strong>;
}

function sayStage(t: Translate, document: KesherDocument): string {
  switch (document.state) {
    case 'queued':
      return t('documents.queued');
    case 'reading':
      return document.pages_total === 0
        ? t('documents.opening')
        : t('documents.reading', { done: document.pages_done, total: document.pages_total });
    case 'embedding':
    case 'ready':
      return `${t('rooms.pages', { count: document.pages_total })} · ${t('documents.chunks', { count: document.chunks })}`;
    case 'failed':
      return t('documents.failed');
    case 'cancelled':
      return t('documents.cancelled');
  }
}
