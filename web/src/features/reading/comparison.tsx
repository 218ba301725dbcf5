import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';

import { documentQuery, wholeTextQuery } from '../../api/document-queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { HeaderSlot } from '../../ui/header-slot';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import { type AlignedRow, alignedRows, changeCounts } from './aligned-lines';
import classes from './comparison.module.css';

interface ComparisonProps {
  document: KesherDocument;
  otherId: string;
}

/** Two versions of a document side by side, line by line: the older one first. */
export function Comparison({ document, otherId }: ComparisonProps) {
  const other = useQuery(documentQuery(otherId));
  if (other.isError) return <ProblemNotice error={other.error} onRetry={() => void other.refetch()} />;
  if (!other.data) return <Loader m="xl" />;
  const [older, newer] =
    other.data.version < document.version ? [other.data, document] : [document, other.data];
  return <Compared older={older} newer={newer} shown={document} />;
}

interface ComparedProps {
  older: KesherDocument;
  newer: KesherDocument;
  shown: KesherDocument;
}

function Compared({ older, newer, shown }: ComparedProps) {
  const { t } = useI18n();
  useDocumentTitle(`${shown.name} · ${t('shell.name')}`);
  const before = useQuery(wholeTextQuery(older));
  const after = useQuery(wholeTextQuery(newer));
  const rows = useMemo(
    () => (before.data && after.data ? alignedRows(before.data, after.data) : null),
    [before.data, after.data],
  );
  const failed = before.error ?? after.error;
  return (
    <div className={classes.page}>
      <HeaderSlot>
        <h1 className={classes.title}>
          <Name className="one-line">{shown.name}</Name>
        </h1>
      </HeaderSlot>
      <div className={classes.head}>
        <p className={classes.summary} role="status">
          {rows && sayChange(rows, t)}
        </p>
        <Button
          component={Link}
          to={`/rooms/${shown.room_id}/documents/${shown.id}`}
          variant="default"
          size="compact-md"
        >
          {t('reading.compare_end')}
        </Button>
      </div>
      {failed && <ProblemNotice error={failed} />}
      <div className={classes.heads}>
        {[older, newer].map((version) => (
          <h2 key={version.id}>{t('documents.version', { number: version.version })}</h2>
        ))}
      </div>
      {rows === null && !failed && <Loader m="xl" aria-label={t('common.loading')} />}
      {rows && <Rows rows={rows} />}
    </div>
  );
}

function Rows({ rows }: { rows: AlignedRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    overscan: 12,
  });
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={0}>
      <div className={classes.rows} style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={drawn.measureElement}
            data-index={index}
            className={classes.item}
            style={{ transform: `translateY(${start}px)` }}
          >
            {rows[index] && <Row row={rows[index]} />}
          </div>
        ))}
      </div>
    </div>
  );
}

function Row({ row }: { row: AlignedRow }) {
  const { t } = useI18n();
  if (row.kind === 'skipped') {
    return <p className={classes.skipped}>{t('reading.same_lines', { count: row.count })}</p>;
  }
  const isChanged = row.kind === 'changed';
  return (
    <div className={classes.row}>
      <Side text={row.before} change={isChanged ? 'removed' : null} />
      <Side text={row.after} change={isChanged ? 'added' : null} />
    </div>
  );
}

function Side({ text, change }: { text: string | null; change: 'removed' | 'added' | null }) {
  const { t } = useI18n();
  if (text === null) return <span className={classes.nothing} />;
  const Tag = change === 'removed' ? 'del' : change === 'added' ? 'ins' : 'span';
  return (
    <Directed className={classes.side} as="div" text={text} data-change={change ?? undefined}>
      {change && <span className="visually-hidden">{t(`reading.line_${change}`)} </span>}
      <Tag className={classes.text}>{text}</Tag>
    </Directed>
  );
}

function sayChange(rows: AlignedRow[], t: ReturnType<typeof useI18n>['t']): string {
  const { removed, added } = changeCounts(rows);
  if (removed === 0 && added === 0) return t('reading.no_change');
  return `${t('reading.removed', { count: removed })} · ${t('reading.added', { count: added })}`;
}
