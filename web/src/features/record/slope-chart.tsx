import { useDirection } from '@mantine/core';
import { useState } from 'react';

import type { RankedRow } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import classes from './slopes.module.css';
import { depthOf, piecesOf, type Slope, slopesOf } from './slopes-view';

const WIDTH = 600;
const HEIGHT = 320;
const INSET = 14;

/** Every passage's way from the rankings to their fusion, along the way that the page reads. */
export function SlopeChart({ rows }: { rows: readonly RankedRow[] }) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const [chosen, setChosen] = useState<string | null>(null);
  const { columns, lines, deepest } = slopesOf(rows);
  if (columns.length < 2 || lines.length === 0) return null;
  const step = (WIDTH - 2 * INSET) / (columns.length - 1);
  const across = (column: number) => {
    const from = INSET + column * step;
    return dir === 'rtl' ? WIDTH - from : from;
  };
  const down = (place: number) => INSET + depthOf(place, deepest) * (HEIGHT - 2 * INSET);
  const shown = lines.find(({ row }) => row.chunk_id === chosen);
  return (
    <figure className={classes.figure} onMouseLeave={() => setChosen(null)}>
      <div className={classes.columns}>
        {columns.map((name) => (
          <span key={name}>{t(`record.${name}`)}</span>
        ))}
      </div>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('record.slopes_picture', { count: lines.length })}
      >
        {columns.map((name, column) => (
          <line
            key={name}
            className={classes.axis}
            x1={across(column)}
            x2={across(column)}
            y1={0}
            y2={HEIGHT}
          />
        ))}
        {[...lines].reverse().map((line) => (
          <Way
            key={line.row.chunk_id}
            line={line}
            isChosen={line.row.chunk_id === chosen}
            at={(column, place) => [across(column), down(place)]}
            onChoose={() => setChosen(line.row.chunk_id)}
          />
        ))}
      </svg>
      <figcaption className={classes.caption} aria-live="polite">
        {shown ? <Said row={shown.row} /> : t('record.slopes_explain', { deepest })}
      </figcaption>
    </figure>
  );
}

interface WayProps {
  line: Slope;
  isChosen: boolean;
  at: (column: number, place: number) => [number, number];
  onChoose: () => void;
}

function Way({ line: { row, places }, isChosen, at, onChoose }: WayProps) {
  const corner = (column: number) => at(column, places[column] ?? 1);
  return (
    <g
      className={classes.way}
      data-sent={row.sent || undefined}
      data-chosen={isChosen || undefined}
      onMouseEnter={onChoose}
    >
      {piecesOf(places).map(([from, to]) => {
        const [[x1, y1], [x2, y2]] = [corner(from), corner(to)];
        return (
          <g key={`${from}-${to}`}>
            <line className={classes.reach} x1={x1} y1={y1} x2={x2} y2={y2} />
            <line
              className={classes.line}
              data-passing={to - from > 1 || undefined}
              x1={x1}
              y1={y1}
              x2={x2}
              y2={y2}
            />
          </g>
        );
      })}
      {places.map((place, column) => {
        if (place === null) return null;
        const [x, y] = at(column, place);
        return <circle key={column} cx={x} cy={y} r={isChosen ? 5 : 3.5} />;
      })}
    </g>
  );
}

function Said({ row }: { row: RankedRow }) {
  const { t } = useI18n();
  const places = Object.entries(row.marks).map(
    ([name, { rank }]) => `${t(`record.${name}` as 'record.dense')} ${rank}`,
  );
  return (
    <>
      <Name>{row.document_name || row.chunk_id}</Name>
      {' · '}
      {t('documents.pages', { pages: row.page_numbers.join('–') || '?', count: row.page_numbers.length })}
      {' · '}
      {places.join(' · ')}
    </>
  );
}
