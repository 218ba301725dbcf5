import { SegmentedControl, Select, Skeleton, Slider, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';

import {
  memoryEntitiesQuery,
  memoryFactsQuery,
  memoryGraphQuery,
  type MemoryGraph,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { nameOf, withoutRewrites } from './fact-view';
import { GraphSide } from './graph-side';
import { GraphTable } from './graph-table';
import { drawingOf } from './graph-view';
import classes from './graph.module.css';
import { dayOf } from './memory-address';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

// The graph library is heavy: whoever never opens the map never loads it.
const GraphCanvas = lazy(() => import('./graph-canvas'));

const DAY_MS = 86_400_000;

/** Whom and what one entity is linked to, on any day, at most two steps away. */
export function GraphSection() {
  const { t } = useI18n();
  const { tenant, address, times } = useMemory();
  const [hops, setHops] = useState(2);
  const [withValues, setWithValues] = useState(true);
  const entities = useQuery(memoryEntitiesQuery(tenant));
  const centre = address.entity ?? entities.data?.find((one) => one.is_speaker)?.id ?? entities.data?.[0]?.id;
  const graph = useQuery({
    ...memoryGraphQuery(tenant, centre ?? '', hops, times.asOf),
    enabled: centre !== undefined,
    placeholderData: keepPreviousData,
  });
  const failed = [entities, graph].find((query) => query.isError && query.data === undefined);
  if (failed) return <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (entities.data?.length === 0) return <p className={classes.quiet}>{t('memory.none_then')}</p>;
  if (centre === undefined || graph.data === undefined) {
    return <Skeleton height="24rem" radius="md" role="status" aria-label={t('common.loading')} />;
  }
  return (
    <>
      <GraphTools
        centre={centre}
        hops={hops}
        onHops={setHops}
        withValues={withValues}
        onValues={setWithValues}
      />
      <DaySlider />
      <Map graph={graph.data} withValues={withValues} />
    </>
  );
}

interface GraphToolsProps {
  centre: string;
  hops: number;
  onHops: (hops: number) => void;
  withValues: boolean;
  onValues: (withValues: boolean) => void;
}

function GraphTools({ centre, hops, onHops, withValues, onValues }: GraphToolsProps) {
  const { t } = useI18n();
  const { tenant, look } = useMemory();
  const entities = useQuery(memoryEntitiesQuery(tenant)).data ?? [];
  return (
    <div className={classes.tools}>
      <Select
        label={t('memory.graph_of')}
        size="xs"
        searchable
        allowDeselect={false}
        value={centre}
        data={entities.map((entity) => ({ value: entity.id, label: nameOf(entity, t) }))}
        onChange={(entity) => entity && look({ entity })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('memory.graph_hops')}
        value={String(hops)}
        onChange={(value) => onHops(Number(value))}
        data={[
          { value: '1', label: t('memory.graph_hops_1') },
          { value: '2', label: t('memory.graph_hops_2') },
        ]}
      />
      <Switch
        size="sm"
        label={t('memory.graph_values')}
        checked={withValues}
        onChange={(event) => onValues(event.currentTarget.checked)}
      />
    </div>
  );
}

/** Moves the day that all sections show, from the first fact until today. */
function DaySlider() {
  const { t } = useI18n();
  const { tenant, address, look } = useMemory();
  const { bareDay } = useDays();
  const facts = useQuery(memoryFactsQuery(tenant)).data ?? [];
  const first = Math.min(...facts.map((fact) => Date.parse(fact.valid_from)), Date.now());
  const days = Math.max(1, Math.ceil((Date.now() - first) / DAY_MS));
  const dayAt = (back: number) => dayOf(new Date(Date.now() - (days - back) * DAY_MS));
  const chosen =
    address.asOf === undefined
      ? days
      : days - Math.round((Date.now() - Date.parse(`${address.asOf}T23:59:59`)) / DAY_MS);
  const [moving, setMoving] = useState<number | null>(null);
  const said = (back: number) => (back >= days ? t('memory.graph_today') : bareDay(dayAt(back)));
  const at = Math.min(days, Math.max(0, moving ?? chosen));
  return (
    <div className={classes.slider}>
      <span id="memory-day">{t('memory.graph_slider')}</span>
      <Slider
        className={classes.track}
        min={0}
        max={days}
        value={at}
        label={null}
        thumbProps={{ 'aria-labelledby': 'memory-day', 'aria-valuetext': said(at) }}
        onChange={setMoving}
        onChangeEnd={(back) => {
          setMoving(null);
          look({ asOf: back >= days ? null : dayAt(back) });
        }}
      />
      <output className={classes.day}>{said(at)}</output>
    </div>
  );
}

function Map({ graph, withValues }: { graph: MemoryGraph; withValues: boolean }) {
  const { t } = useI18n();
  const isTall = useMediaQuery('(max-width: 40rem)') ?? false;
  const drawing = useMemo(() => drawingOf(graph, withValues, isTall), [graph, withValues, isTall]);
  const [chosen, setChosen] = useState<string | null>(null);
  const { look } = useMemory();
  const facts = useMemo(() => withoutRewrites(graph.facts), [graph.facts]);
  return (
    <>
      <div className={classes.map}>
        <Suspense fallback={<Skeleton height="100%" role="status" aria-label={t('common.loading')} />}>
          <GraphCanvas
            drawing={drawing}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={(point) =>
              point.entity ? look({ entity: point.entity.id }) : look({ fact: point.fact?.id ?? null })
            }
          />
        </Suspense>
        <GraphSide drawing={drawing} facts={facts} chosen={chosen} />
      </div>
      <Legend />
      <GraphTable facts={facts} entities={graph.entities} />
    </>
  );
}

function Legend() {
  const { t } = useI18n();
  return (
    <ul className={classes.legend} aria-label={t('memory.graph_legend')}>
      {(['now', 'past', 'waiting'] as const).map((standing) => (
        <li key={standing}>
          <span className={classes.stroke} data-standing={standing} aria-hidden />
          {t(`memory.graph_legend_${standing}`)}
        </li>
      ))}
    </ul>
  );
}
