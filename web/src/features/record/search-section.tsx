import type { RecordedSearch } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { RankingTable } from './ranking-table';
import classes from './record.module.css';
import { SlopeChart } from './slope-chart';
import { Timeline } from './timeline';
import { VectorsSection } from './vectors-section';

const ASPECT = /^aspect (\d+), round (\d+)$/;

interface SearchSectionProps {
  search: RecordedSearch;
  /** Null: the record was opened by a link, which shows no vectors. */
  answerId: string | null;
}

/** One search: what was looked for, with which vector, and every ranking by chunk. */
export function SearchSection({ search, answerId }: SearchSectionProps) {
  const { t } = useI18n();
  const { figures } = search;
  return (
    <section className={classes.section}>
      <h2>{sayTitle(t, search.label)}</h2>
      <Directed className={classes.searched}>{search.search_text}</Directed>
      <p className={classes.facts}>
        {t('record.room_then', {
          documents: figures.documents,
          pages: figures.pages,
          chunks: figures.chunks,
          tokens: figures.tokens,
        })}
        {search.earlier.length > 0 && ` · ${t('record.earlier', { count: search.earlier.length })}`}
      </p>
      {search.vector === null ? (
        <p className={classes.facts}>{t('record.no_vector')}</p>
      ) : (
        <>
          <h3>
            {t('record.vector', { count: search.vector.length })} · <bdi>{search.embedder}</bdi>
          </h3>
          {answerId !== null && (
            <VectorsSection answerId={answerId} label={search.label} rows={search.rows} />
          )}
        </>
      )}
      <h3>{t(search.fusion === 'ranks' ? 'record.rankings_rrf' : 'record.rankings')}</h3>
      <SlopeChart rows={search.rows} />
      <RankingTable rows={search.rows} />
      <h3>{t('record.stages')}</h3>
      <Timeline lanes={search.stages} totalMs={0} />
    </section>
  );
}

/** A research searches once for each aspect and round; any other label is shown as it is. */
function sayTitle(t: Translate, label: string): string {
  const [, aspect, round] = ASPECT.exec(label) ?? [];
  if (aspect && round) return t('record.search_aspect', { aspect: +aspect, round: +round });
  return label === 'question' ? t('record.search') : t('record.search_other', { label });
}
