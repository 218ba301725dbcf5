import type { PageText } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import classes from './page-reading.module.css';

/** What was read from a page, for whoever doubts a recognition or a quote; folded until asked. */
export function PageReading({ page }: { page: PageText }) {
  const { t } = useI18n();
  const lines = page.text.split('\n').filter((line) => line.trim() !== '');
  return (
    <details className={classes.reading}>
      <summary className={classes.summary}>{t('viewer.text_as_read')}</summary>
      <div className={classes.lines}>
        {page.note && <Directed className={classes.note}>{page.note}</Directed>}
        {lines.length === 0 && <p>{t('viewer.no_text')}</p>}
        {lines.map((line, place) => (
          <Directed key={place}>{line}</Directed>
        ))}
      </div>
    </details>
  );
}
