import { Button } from '@mantine/core';

import type { MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { FactLine } from './fact-line';
import { isShown, kindOf, nameOf } from './fact-view';
import factClasses from './facts.module.css';
import type { Drawing } from './graph-view';
import classes from './graph.module.css';
import { useMemory } from './use-memory';

interface GraphSideProps {
  drawing: Drawing;
  facts: readonly MemoryFact[];
  chosen: string | null;
}

/** What is known of the point that is chosen on the map. */
export function GraphSide({ drawing, facts, chosen }: GraphSideProps) {
  const { t } = useI18n();
  const { look } = useMemory();
  const point =
    drawing.points.find(({ id }) => id === chosen) ?? drawing.points.find(({ hop }) => hop === 0);
  if (point === undefined) return null;
  const { entity, fact } = point;
  const shown = entity
    ? facts.filter((one) => one.subject.id === entity.id && isShown(one, true))
    : fact
      ? [fact]
      : [];
  return (
    <aside className={classes.side} aria-live="polite">
      {entity && (
        <>
          <h2 className={classes.sideTitle}>
            <Name>{nameOf(entity, t)}</Name>
          </h2>
          <p className={factClasses.entityKind}>{kindOf(entity.type, t)}</p>
          <div className={factClasses.tools}>
            <Button size="compact-xs" variant="default" onClick={() => look({ entity: entity.id })}>
              {t('memory.graph_recentre')}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => look({ entity: entity.id }, 'facts')}>
              {t('memory.history')}
            </Button>
          </div>
        </>
      )}
      {chosen === null && <p className={classes.quiet}>{t('memory.graph_choose')}</p>}
      <div className={classes.sideFacts}>
        {shown.map((one) => (
          <FactLine key={one.id} fact={one} />
        ))}
      </div>
    </aside>
  );
}
