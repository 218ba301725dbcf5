import { Chip, Group, Skeleton, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';

import { memoryEntitiesQuery, memoryFactsQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import { EntityView } from './entity-view';
import { FactLine } from './fact-line';
import { isShown, kindOf, kindsOf, nameOf, type Row, rowsOf, type Wanted } from './fact-view';
import classes from './facts.module.css';
import { SampleNote } from './sample-note';
import { useMemory } from './use-memory';

const ROW_PX = 58;

/** Who and what is known: a list that is searched, and a page for each entity. */
export function FactsSection() {
  const { t } = useI18n();
  const { tenant, times, address } = useMemory();
  const entities = useQuery(memoryEntitiesQuery(tenant));
  const facts = useQuery({ ...memoryFactsQuery(tenant, times), placeholderData: keepPreviousData });
  const [wanted, setWanted] = useState<Wanted>({ words: '', type: '', history: false });
  const rows = useMemo(
    () => rowsOf(entities.data ?? [], facts.data ?? [], wanted),
    [entities.data, facts.data, wanted],
  );
  const failed = [entities, facts].find((query) => query.isError && query.data === undefined);
  if (failed) return <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (entities.data === undefined || facts.data === undefined) {
    return <Skeleton height="16rem" radius="md" role="status" aria-label={t('common.loading')} />;
  }
  const chosen = entities.data.find(({ id }) => id === address.entity);
  if (chosen) {
    return <EntityView entity={chosen} facts={facts.data} entities={entities.data} />;
  }
  const isKnown = facts.data.some((fact) => isShown(fact, true));
  return (
    <>
      <SampleNote />
      <Wishes wanted={wanted} kinds={kindsOf(entities.data)} onChange={setWanted} />
      {rows.length === 0 ? (
        <p className={classes.none}>{t(isKnown ? 'memory.none_found' : 'memory.none_then')}</p>
      ) : (
        <Rows rows={rows} />
      )}
    </>
  );
}

interface WishesProps {
  wanted: Wanted;
  kinds: readonly string[];
  onChange: (wanted: Wanted) => void;
}

function Wishes({ wanted, kinds, onChange }: WishesProps) {
  const { t } = useI18n();
  return (
    <div className={classes.wishes}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('memory.search')}
        placeholder={t('memory.search_example')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted.words}
        onChange={(event) => onChange({ ...wanted, words: event.currentTarget.value })}
      />
      <Chip.Group
        value={wanted.type}
        onChange={(type) => onChange({ ...wanted, type: String(type) })}
      >
        <Group gap="0.35rem" role="group" aria-label={t('memory.kinds')}>
          {['', ...kinds].map((type) => (
            <Chip key={type} value={type} size="xs" variant="outline">
              {type === '' ? t('memory.kind_all') : kindOf(type, t)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Switch
        size="sm"
        label={t('memory.with_history')}
        checked={wanted.history}
        onChange={(event) => onChange({ ...wanted, history: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Only what is in sight stands on the page: a memory may hold thousands of facts. */
function Rows({ rows }: { rows: readonly Row[] }) {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={t('memory.list')}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={classes.row}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              {row.kind === 'entity' ? <EntityLine row={row} /> : <FactLine fact={row.fact} />}
            </li>
          )
        );
      })}
    </ul>
  );
}

function EntityLine({ row }: { row: Extract<Row, { kind: 'entity' }> }) {
  const { t } = useI18n();
  const { look } = useMemory();
  return (
    <button type="button" className={classes.entity} onClick={() => look({ entity: row.entity.id })}>
      <Name className={classes.entityName}>{nameOf(row.entity, t)}</Name>
      <span className={classes.entityKind}>
        {kindOf(row.entity.type, t)} · {t('memory.facts_count', { count: row.facts })}
      </span>
    </button>
  );
}
