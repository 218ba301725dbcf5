import { Button, Skeleton, Tooltip } from '@mantine/core';
import { IconScanEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { boxesQuery } from '../../api/document-queries';
import { pageTextQuery } from '../../api/queries';
import type { KesherDocument, PageAtAGlance } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { codePoints } from '../../text/code-points';
import { ProblemNotice } from '../../ui/problem-notice';
import { ProblemWords } from '../../ui/problem-words';
import { PagePicture } from '../viewer/page-picture';
import { pictureWidth } from '../viewer/picture-width';
import { sayPage } from '../viewer/say-page';
import { flagsOf } from './page-flags';
import { PageNote } from './page-note';
import classes from './page-row.module.css';
import { PageWords } from './page-words';
import type { Found } from './use-find';

export type Shown = 'both' | 'picture' | 'words';

interface PageRowProps {
  document: KesherDocument;
  number: number;
  /** Null until the list of pages is there, or where it has none of this number. */
  page: PageAtAGlance | null;
  shown: Shown;
  /** Pixels across of a picture as it is shown. */
  pictureAcross: number;
  found: readonly Found[];
  current: Found | null;
  /** Reads the page by OCR; null: there is nothing for it to add, or one may not. */
  onReread: (() => void) | null;
}

/** A page, its picture beside what was read from it. */
export function PageRow(props: PageRowProps) {
  const { document, number, shown, pictureAcross, found, current } = props;
  const { t } = useI18n();
  const isHere = current?.page === number;
  const boxes = useFoundBoxes(document.id, number, isHere ? current : null);
  return (
    <section className={classes.row} aria-label={t('documents.page', { number })}>
      <PageHead {...props} />
      <div className={classes.sides} data-shown={shown}>
        {shown !== 'words' && (
          <div className={classes.picture}>
            <PagePicture
              documentId={document.id}
              number={number}
              width={pictureWidth(pictureAcross, window.devicePixelRatio)}
              boxes={boxes}
            />
          </div>
        )}
        {shown !== 'picture' && (
          <div className={classes.words}>
            <Words {...props} found={found} isHere={isHere} />
          </div>
        )}
      </div>
    </section>
  );
}

function PageHead({ document, number, page, onReread }: PageRowProps) {
  const { t } = useI18n();
  const facts: string[] = [];
  if (page?.label && page.label !== `${number}`) facts.push(t('viewer.printed', { label: page.label }));
  if (page?.source === 'ocr') facts.push(t('viewer.by_ocr', { trust: page.trust_fraction }));
  const flags = page ? flagsOf(page, document.reread) : [];
  const called = sayPage(t, document, number);
  return (
    <header className={classes.head}>
      {called !== '' && <h2 className={classes.number}>{called}</h2>}
      {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
      {flags
        .filter((flag) => flag !== 'ocr')
        .map((flag) => (
          <span key={flag} className={classes.flag} data-flag={flag}>
            {t(`reading.flag_${flag}`)}
          </span>
        ))}
      <span className={classes.gap} />
      {onReread && (
        <Tooltip label={t('reading.reread_explain')} multiline w={280}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconScanEye size={15} aria-hidden />}
            onClick={onReread}
          >
            {t('reading.reread')}
          </Button>
        </Tooltip>
      )}
    </header>
  );
}

function Words({ document, number, page, found, current, isHere }: PageRowProps & { isHere: boolean }) {
  const text = useQuery({ ...pageTextQuery(document.id, number), enabled: page?.failure == null });
  if (page?.failure) return <ProblemWords code={page.failure.code} detail={page.failure.reason} />;
  if (text.isError) return <ProblemNotice error={text.error} onRetry={() => void text.refetch()} />;
  if (!text.data) return <Skeleton height="12rem" radius="sm" />;
  return (
    <>
      {text.data.note && <PageNote note={text.data.note} className={classes.note} />}
      <PageWords
        page={text.data}
        places={found}
        current={isHere && current ? found.indexOf(current) : null}
      />
    </>
  );
}

/** Where the found words in view stand on the page's picture. */
function useFoundBoxes(documentId: string, number: number, found: Found | null) {
  const text = useQuery({ ...pageTextQuery(documentId, number), enabled: found !== null }).data?.text;
  const points = text === undefined ? null : codePoints(text);
  const span =
    found === null || points === null
      ? null
      : { start: points.pointOf(found.start), end: points.pointOf(found.end) };
  return (
    useQuery({
      ...boxesQuery(documentId, number, span ?? { start: 0, end: 1 }),
      enabled: span !== null,
    }).data?.boxes ?? []
  );
}
