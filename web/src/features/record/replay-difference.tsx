import type {
  AnswerChange,
  AnswerRecord,
  HitChange,
  Replay,
  SearchChange,
  ValueChange,
} from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import classes from './record.module.css';

interface ReplayDifferenceProps {
  replay: Replay;
  record: AnswerRecord;
}

/** What would be different if the question were asked today. */
export function ReplayDifference({ replay, record }: ReplayDifferenceProps) {
  const { t } = useI18n();
  const names = namesOf(record);
  const { prompt } = replay;
  return (
    <div className={classes.difference} role="status">
      <p className={classes.verdict}>{t(replay.differs ? 'record.differs' : 'record.same')}</p>
      <p className={classes.facts}>
        {t('record.replayed_with', { settings: t(`record.settings_${replay.settings_of}`) })}
      </p>
      {replay.searches.map((search, place) => (
        <HitChanges key={place} search={search} names={names} />
      ))}
      {prompt && prompt.tokens_now !== prompt.tokens_then && (
        <p>{t('record.prompt_changed', { then: prompt.tokens_then, now: prompt.tokens_now })}</p>
      )}
      {replay.answer && <AnswerWords change={replay.answer} />}
      {replay.answer === null && <p className={classes.facts}>{t('record.not_rewritten')}</p>}
      <Values changes={[...replay.versions, ...replay.settings]} />
    </div>
  );
}

/** Documents by their ids and those of their chunks, as far as the record knows them. */
function namesOf(record: AnswerRecord): Map<string, string> {
  const rows = record.retrievals.flatMap((search) => search.rows);
  const named = new Map(rows.map((row) => [row.chunk_id, row.document_name]));
  for (const row of rows) if (row.document_id) named.set(row.document_id, row.document_name);
  return named;
}

function HitChanges({ search, names }: { search: SearchChange; names: Map<string, string> }) {
  const { t } = useI18n();
  const changed = search.hits.filter(({ fate }) => fate !== 'same');
  const same = search.hits.length - changed.length;
  return (
    <div>
      <p className={classes.facts}>
        {t('record.hits_same', { count: same })}
        {search.vector_cosine !== null &&
          ` · ${t('record.cosine', { cosine: search.vector_cosine })}`}
      </p>
      {changed.length > 0 && (
        <ul className={classes.changes}>
          {changed.map((hit, place) => (
            <HitChangeRow key={place} hit={hit} names={names} />
          ))}
        </ul>
      )}
    </div>
  );
}

function HitChangeRow({ hit, names }: { hit: HitChange; names: Map<string, string> }) {
  const { t } = useI18n();
  const chunk = hit.then?.chunk_id ?? hit.now?.chunk_id ?? '';
  return (
    <li>
      <Name>{names.get(chunk) || names.get(hit.document_id ?? '') || t('record.unranked_then')}</Name>
      {' · '}
      {t(`record.fate_${hit.fate}`, { then: placeText(hit.then), now: placeText(hit.now) })}
      {(hit.standing === 'deleted' || hit.standing === 'replaced') &&
        ` · ${t(`record.standing_${hit.standing}`)}`}
    </li>
  );
}

function placeText(place: HitChange['then']): string {
  return place?.rank == null ? '–' : `${place.rank}`;
}

/** The answer then and now in one text; what went is struck through and what came underlined. */
function AnswerWords({ change }: { change: AnswerChange }) {
  const { t } = useI18n();
  if (change.pieces.every(({ side }) => side === 'both')) return <p>{t('record.answer_same')}</p>;
  const text = change.pieces.map((piece) => piece.text).join('');
  return (
    <Directed as="div" text={text} className={classes.text}>
      {change.pieces.map((piece, place) => {
        if (piece.side === 'then') return <del key={place}>{piece.text}</del>;
        if (piece.side === 'now') return <ins key={place}>{piece.text}</ins>;
        return <span key={place}>{piece.text}</span>;
      })}
    </Directed>
  );
}

function Values({ changes }: { changes: readonly ValueChange[] }) {
  const { t } = useI18n();
  if (changes.length === 0) return <p className={classes.facts}>{t('record.values_same')}</p>;
  return (
    <ul className={classes.changes}>
      {changes.map(({ name, then, now }) => (
        <li key={name} dir="ltr">
          <bdi>{name}</bdi>: <bdi>{String(then ?? '–')}</bdi> → <bdi>{String(now ?? '–')}</bdi>
        </li>
      ))}
    </ul>
  );
}
