import { Button } from '@mantine/core';
import { useState } from 'react';

import type { RankedRow } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { SectionPath } from '../../ui/section-path';
import classes from './record.module.css';
import { movedByFusion, type Ranking, RANKINGS, scoreText } from './record-figures';

const FIRST_ROWS = 12;

/** A row for each chunk: its place and score in each ranking, and what fusion made of them. */
export function RankingTable({ rows }: { rows: readonly RankedRow[] }) {
  const { t } = useI18n();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('record.passage')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('record.place')}</th>
              <th scope="col">{t('record.passage')}</th>
              {RANKINGS.map((name) => (
                <th key={name} scope="col">
                  {t(`record.${name}`)}
                </th>
              ))}
              <th scope="col">{t('record.moved')}</th>
              <th scope="col">{t('record.grade')}</th>
              <th scope="col">{t('record.sent')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <RankingRow key={row.chunk_id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('record.all_rows', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

function RankingRow({ row }: { row: RankedRow }) {
  const { t } = useI18n();
  return (
    <tr data-sent={row.sent || undefined}>
      <td className={classes.number}>
        <span className="numbers">{placeOf(row)}</span>
      </td>
      <th scope="row" className={classes.passage}>
        <Name className="one-line">{row.document_name || row.chunk_id}</Name>
        <span className={classes.where}>
          {t('documents.pages', {
            pages: row.page_numbers.join('–') || '?',
            count: row.page_numbers.length,
          })}
          {row.standing !== 'standing' && ` · ${t(`record.standing_${row.standing}`)}`}
        </span>
        <SectionPath section={row.section} className={classes.where} />
        {row.excerpt && (
          <Directed as="span" className={classes.excerpt}>
            {row.excerpt}
          </Directed>
        )}
      </th>
      {RANKINGS.map((name) => (
        <MarkCell key={name} row={row} ranking={name} />
      ))}
      <td className={classes.number}>
        <Moved row={row} />
      </td>
      <td className={classes.number}>{row.grade ?? '–'}</td>
      <td>{t(row.sent ? 'record.yes' : 'record.no')}</td>
    </tr>
  );
}

function MarkCell({ row, ranking }: { row: RankedRow; ranking: Ranking }) {
  const mark = row.marks[ranking];
  if (mark === undefined) return <td className={classes.number}>–</td>;
  return (
    <td className={classes.number}>
      <span className="numbers">{mark.rank}</span>
      <span className={classes.score}>
        <span className="numbers">{scoreText(ranking, mark.score)}</span>
      </span>
    </td>
  );
}

function Moved({ row }: { row: RankedRow }) {
  const { t } = useI18n();
  const moved = movedByFusion(row);
  if (moved === null) return '–';
  if (moved === 0) return '0';
  const words = t(moved > 0 ? 'record.moved_up' : 'record.moved_down', { count: Math.abs(moved) });
  return (
    <span className="numbers" aria-label={words} role="img">
      {moved > 0 ? `↑${moved}` : `↓${-moved}`}
    </span>
  );
}

/** A hit's rank; with a plus for what stands beside it, and a dash for what was no hit. */
function placeOf({ rank, neighbour_of }: RankedRow): string {
  if (rank === null) return '–';
  return neighbour_of === null ? `${rank}` : `${rank}+`;
}
