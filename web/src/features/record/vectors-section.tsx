import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { recordVectorsQuery } from '../../api/queries';
import type { RankedRow, SearchVectors } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './vectors.module.css';
import { VectorStrip } from './vector-strip';
import { nearest, pointsOf, type VectorPoint } from './vectors-view';

const STRIPS = 5;
const SIZE = 100;
const RADII = { other: 1.1, hit: 1.6, sent: 1.9, question: 2.6 } as const;

interface VectorsSectionProps {
  answerId: string;
  label: string;
  rows: readonly RankedRow[];
}

/** The question's vector among those of the passages, on a plane and number by number. */
export function VectorsSection({ answerId, label, rows }: VectorsSectionProps) {
  const { t } = useI18n();
  const vectors = useQuery(recordVectorsQuery(answerId));
  if (vectors.isPending) return <Skeleton height="18rem" role="status" aria-label={t('common.loading')} />;
  if (vectors.isError) {
    return <ProblemNotice error={vectors.error} onRetry={() => void vectors.refetch()} />;
  }
  const search = vectors.data.find((each) => each.label === label);
  if (search === undefined || search.vectors.length < 2) return null;
  return <Vectors search={search} rows={rows} />;
}

/** The picture and, beside it, the numbers of the question and of whatever is pointed at. */
export function Vectors({ search, rows }: { search: SearchVectors; rows: readonly RankedRow[] }) {
  const { t } = useI18n();
  const points = pointsOf(search, rows);
  const [chosen, setChosen] = useState<string | null>(null);
  const question = points.find(({ kind }) => kind === 'question');
  const listed = nearest(points, STRIPS);
  const pointed = points.find(({ chunkId }) => chunkId !== null && chunkId === chosen);
  const shown = pointed && !listed.includes(pointed) ? [pointed, ...listed.slice(0, -1)] : listed;
  return (
    <div className={classes.vectors}>
      <figure className={classes.figure}>
        <Plane points={points} chosen={chosen} onChoose={setChosen} />
        <figcaption className={classes.caption}>
          {t('record.plane', { fraction: search.kept_fraction })}
          <ul className={classes.legend}>
            {(['question', 'sent', 'hit', 'other'] as const).map((kind) => (
              <li key={kind} data-kind={kind}>
                {t(`record.point_${kind}`)}
              </li>
            ))}
          </ul>
        </figcaption>
      </figure>
      <div className={classes.strips}>
        {question && (
          <Strip label={t('record.the_question')} point={question} isChosen={false} />
        )}
        {shown.map((point) => (
          <Strip
            key={point.chunkId}
            label={point.row?.document_name || (point.chunkId ?? '')}
            point={point}
            isChosen={point.chunkId === chosen}
            onPoint={setChosen}
          />
        ))}
        {search.missing > 0 && (
          <p className={classes.caption}>{t('record.vectors_missing', { count: search.missing })}</p>
        )}
      </div>
    </div>
  );
}

interface PlaneProps {
  points: readonly VectorPoint[];
  chosen: string | null;
  onChoose: (chunkId: string | null) => void;
}

/** Directions of a plane have no reading order, so it is never mirrored. */
function Plane({ points, chosen, onChoose }: PlaneProps) {
  const { t } = useI18n();
  const question = points.find(({ kind }) => kind === 'question');
  return (
    <svg
      className={classes.plane}
      viewBox={`-5 -5 ${SIZE + 10} ${SIZE + 10}`}
      role="img"
      aria-label={t('record.plane_picture', { count: points.length - 1 })}
    >
      {question &&
        points
          .filter(({ kind, chunkId }) => kind === 'sent' || (chunkId !== null && chunkId === chosen))
          .map((point) => (
            <line
              key={`to-${point.chunkId}`}
              className={classes.thread}
              x1={question.x * SIZE}
              y1={question.y * SIZE}
              x2={point.x * SIZE}
              y2={point.y * SIZE}
            />
          ))}
      {points.map((point) => (
        <circle
          key={point.chunkId ?? 'question'}
          className={classes.point}
          data-kind={point.kind}
          data-chosen={(point.chunkId !== null && point.chunkId === chosen) || undefined}
          cx={point.x * SIZE}
          cy={point.y * SIZE}
          r={RADII[point.kind]}
          onMouseEnter={() => onChoose(point.chunkId)}
        >
          <title>
            {`${point.row?.document_name ?? t('record.the_question')} · ${point.cosine.toFixed(3)}`}
          </title>
        </circle>
      ))}
    </svg>
  );
}

interface StripProps {
  label: string;
  point: VectorPoint;
  isChosen: boolean;
  onPoint?: (chunkId: string | null) => void;
}

function Strip({ label, point, isChosen, onPoint }: StripProps) {
  const { t } = useI18n();
  const { row, cosine, chunkId, values } = point;
  return (
    <div
      className={classes.strip}
      data-chosen={isChosen || undefined}
      onMouseEnter={() => onPoint?.(chunkId)}
    >
      <span className={classes.stripHead}>
        <Name className="one-line">{label}</Name>
        {row && row.page_numbers.length > 0 && (
          <span className={classes.soft}>
            {t('documents.pages', {
              pages: row.page_numbers.join('–'),
              count: row.page_numbers.length,
            })}
          </span>
        )}
        {chunkId !== null && (
          <span className={classes.cosine}>
            <bdi>{cosine.toFixed(3)}</bdi>
          </span>
        )}
      </span>
      <VectorStrip values={values} label={t('record.strip_picture', { name: label, count: values.length })} />
    </div>
  );
}
