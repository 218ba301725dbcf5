import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AnswerRecord, RankedRow } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { sentFraction } from '../record/record-figures';
import { VectorStrip } from '../record/vector-strip';
import { byLikeness, chosen, firstWords, stageMs } from './how-figures';
import classes from './how.module.css';
import { Step } from './step';

const SHOWN_SCORES = 10;

/** Steps 7 to 10 of a run that was recorded; without one, what they would show. */
export function AnswerSteps({ record }: { record: AnswerRecord | null }) {
  const { t } = useI18n();
  const search = record?.retrievals[0] ?? null;
  const rows = search?.rows ?? [];
  return (
    <>
      <Step number={7} title={t('how.scan')} words={t('how.scan_words')}>
        {record && search && (
          <>
            <Directed className={classes.asked}>{search.search_text}</Directed>
            {search.vector && (
              <VectorStrip
                values={search.vector}
                label={t('record.vector_picture', { count: search.vector.length })}
              />
            )}
            <Scores record={record} rows={rows} />
          </>
        )}
      </Step>
      <Step number={8} title={t('how.choose')} words={t('how.choose_words')}>
        {record && <Chosen rows={rows} />}
      </Step>
      <Step number={9} title={t('how.send')} words={t('how.send_words')}>
        {record && <Sent record={record} />}
      </Step>
      <Step number={10} title={t('how.answer')} words={t('how.answer_words')}>
        {record && <AnswerText record={record} />}
      </Step>
    </>
  );
}

function Scores({ record, rows }: { record: AnswerRecord; rows: readonly RankedRow[] }) {
  const { t } = useI18n();
  const scored = byLikeness(rows).slice(0, SHOWN_SCORES);
  const ms = stageMs(record, 'dense');
  return (
    <>
      <ol className={classes.scores}>
        {scored.map(({ row, score }) => (
          <li key={row.chunk_id}>
            <Directed as="span" className="one-line">
              {firstWords(row.excerpt || row.document_name)}
            </Directed>
            <span className={classes.track} aria-hidden>
              <span style={{ inlineSize: `${Math.max(0, score) * 100}%` }} />
            </span>
            <span className={classes.score}>{score.toFixed(3)}</span>
          </li>
        ))}
      </ol>
      {ms !== null && <p className={classes.facts}>{t('how.scanned', { ms })}</p>}
    </>
  );
}

function Chosen({ rows }: { rows: readonly RankedRow[] }) {
  const { t } = useI18n();
  const { hits, neighbours } = chosen(rows);
  return (
    <>
      <p className={classes.sum}>
        {t('how.chosen', { hits: hits.length, neighbours: neighbours.length })}
      </p>
      <ol className={classes.chosen}>
        {[...hits, ...neighbours].map((row) => (
          <li key={row.chunk_id}>
            <Name className="one-line">{row.document_name}</Name>
            <span className={classes.facts}>
              {t('documents.pages', {
                pages: row.page_numbers.join('–') || '?',
                count: row.page_numbers.length,
              })}
              {row.neighbour_of !== null && ` · ${t('chat.neighbour')}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Sent({ record }: { record: AnswerRecord }) {
  const { t } = useI18n();
  const { tokens, room_tokens: room } = record.prompt;
  return (
    <>
      <p className={classes.sum}>
        {t(record.prompt.sent ? 'how.sent' : 'how.not_sent', { sent: tokens, room })}
      </p>
      <div className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${sentFraction(tokens, room) * 100}%` }} />
      </div>
    </>
  );
}

function AnswerText({ record }: { record: AnswerRecord }) {
  const { t } = useI18n();
  return (
    <>
      <p className={classes.facts}>{t(`record.kind_${record.kind}`)}</p>
      <Directed className={classes.answer}>{record.text}</Directed>
      <p className={classes.facts}>
        {t('how.cited', { count: record.citations.length })}
        {' · '}
        {t('record.total', { ms: record.total_ms })}
      </p>
      <div className={classes.ways}>
        <Button
          component={Link}
          to={`/rooms/${record.room_id}?thread=${record.thread_id}`}
          variant="default"
          size="compact-md"
        >
          {t('how.open_citations')}
        </Button>
        <Button component={Link} to={`/answers/${record.answer_id}`} variant="subtle" size="compact-md">
          {t('record.open')}
        </Button>
      </div>
    </>
  );
}
