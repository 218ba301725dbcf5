import { useQuery } from '@tanstack/react-query';

import { sampleLineQuery } from '../../api/how-queries';
import { documentsQuery, infoQuery } from '../../api/queries';
import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import classes from './how.module.css';
import { Part, Step } from './step';

const SHOWN_DOCUMENTS = 4;

/** What happens once, when a document comes in. */
export function PreparingPart({ room }: { room: Room }) {
  const { t, locale } = useI18n();
  const embedder = useQuery(infoQuery).data?.models.embedder ?? '';
  const { documents, pages, chunks, dimensions } = room.figures;
  return (
    <Part title={t('how.preparing')} lead={t('how.preparing_lead')}>
      <Step number={1} title={t('how.upload')} words={t('how.upload_words')}>
        <Documents roomId={room.id} />
      </Step>
      <Step number={2} title={t('how.reading')} words={t('how.reading_words')}>
        <BeforeAndAfter roomId={room.id} />
      </Step>
      <Step number={3} title={t('how.chunking')} words={t('how.chunking_words')}>
        <p className={classes.sum}>{t('how.chunked', { documents, pages, chunks })}</p>
      </Step>
      <Step number={4} title={t('how.embedding')} words={t('how.embedding_words')}>
        <p className={classes.sum}>
          {t('how.embedded', { dimensions })} <bdi dir="ltr">{embedder}</bdi>
        </p>
      </Step>
      <Step number={5} title={t('how.matrix')} words={t('how.matrix_words')}>
        <p className={classes.product} dir="ltr">
          {`${number(chunks, locale)} × ${number(dimensions, locale)} = ${number(chunks * dimensions, locale)}`}
        </p>
        <Matrix chunks={chunks} />
      </Step>
    </Part>
  );
}

function number(value: number, locale: string): string {
  return value.toLocaleString(locale);
}

function Documents({ roomId }: { roomId: string }) {
  const { t } = useI18n();
  const documents = useQuery(documentsQuery(roomId)).data ?? [];
  const current = documents.filter(({ current: isCurrent }) => isCurrent);
  return (
    <ul className={classes.documents}>
      {current.slice(0, SHOWN_DOCUMENTS).map((document) => (
        <li key={document.id}>
          <Name className="one-line">{document.name}</Name>
          <span className={classes.facts}>
            <ReadAs document={document} />
          </span>
        </li>
      ))}
      {current.length > SHOWN_DOCUMENTS && (
        <li className={classes.facts}>
          {t('how.more_documents', { count: current.length - SHOWN_DOCUMENTS })}
        </li>
      )}
    </ul>
  );
}

function ReadAs({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  const { pages_total: pages, pages_ocr: scanned } = document;
  return t(scanned > 0 ? 'how.read_scanned' : 'how.read', { pages, scanned });
}

function BeforeAndAfter({ roomId }: { roomId: string }) {
  const { t } = useI18n();
  const line = useQuery(sampleLineQuery(roomId));
  if (line.isPending) return <p className={classes.facts}>{t('common.loading')}</p>;
  if (!line.data) return <p className={classes.facts}>{t('how.no_line')}</p>;
  const { before, after, document_name: name, page_number: page } = line.data;
  return (
    <figure className={classes.pair}>
      <div>
        <span className={classes.facts}>{t('how.before')}</span>
        <Directed className={classes.before}>{before}</Directed>
      </div>
      <div>
        <span className={classes.facts}>{t('how.after')}</span>
        <Directed className={classes.after}>{after}</Directed>
      </div>
      <figcaption className={classes.facts}>
        <Name>{name}</Name>
        {' · '}
        {t('documents.pages', { pages: page, count: 1 })}
      </figcaption>
    </figure>
  );
}

const MOST_ROWS = 28;

/** A row a chunk, as far as a picture can hold them. */
function Matrix({ chunks }: { chunks: number }) {
  const rows = Math.min(chunks, MOST_ROWS);
  return (
    <div className={classes.matrix} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
