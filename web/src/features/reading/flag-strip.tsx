import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';

import type { KesherDocument, PageAtAGlance } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './flag-strip.module.css';
import { flaggedPages, nextFlagged } from './page-flags';

interface FlagStripProps {
  document: KesherDocument;
  pages: readonly PageAtAGlance[];
  onPage: (number: number) => void;
  pageInView: () => number;
}

/** What was flagged about the reading, each a way to the next page that has it. */
export function FlagStrip({ document, pages, onPage, pageInView }: FlagStripProps) {
  const { t } = useI18n();
  const flagged = useMemo(() => flaggedPages(pages, document.reread), [pages, document.reread]);
  if (pages.length === 0) return null;
  if (flagged.length === 0) return <p className={classes.fine}>{t('reading.nothing_flagged')}</p>;
  return (
    <ul className={classes.strip} aria-label={t('reading.flagged')}>
      {flagged.map(([flag, numbers]) => (
        <li key={flag}>
          <UnstyledButton
            className={classes.flag}
            data-flag={flag}
            onClick={() => onPage(nextFlagged(numbers, pageInView()))}
          >
            {t(`reading.count_${flag}`, { count: numbers.length })}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
