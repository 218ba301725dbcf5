import type { RecordedSearch } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { RankingTable } from './ranking-table';
import classes from './record.module.css';
import { vectorPath } from './record-figures';
import { Timeline } from './timeline';

const VECTOR_HEIGHT = 40;
const ASPECT = /^aspect (\d+), round (\d+)$/;

/** One search: what was looked for, with which vector, and every ranking by chunk. */
export function SearchSection({ search }: { search: RecordedSearch }) {
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
      <Vector search={search} />
      <h3>{t(search.fusion === 'ranks' ? 'record.rankings_rrf' : 'record.rankings')}</h3>
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

function Vector({ search: { vector, embedder } }: { search: RecordedSearch }) {
  const { t } = useI18n();
  if (vector === null) return <p className={classes.facts}>{t('record.no_vector')}</p>;
  return (
    <figure className={classes.vector}>
      {/* Numbers have an order of their own, which no language turns round. */}
      <svg
        viewBox={`0 0 ${vector.length} ${VECTOR_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('record.vector_picture', { count: vector.length })}
      >
        <path d={vectorPath(vector, VECTOR_HEIGHT)} />
      </svg>
      <figcaption>
        {t('record.vector', { count: vector.length })} · <bdi>{embedder}</bdi>
      </figcaption>
    </figure>
  );
}
