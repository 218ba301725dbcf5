import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEraser, IconTopologyStar3 } from '@tabler/icons-react';

import type { MemoryEntity, MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { PageSection } from '../../ui/page-frame';
import { FactLine } from './fact-line';
import { FactTimeline } from './fact-timeline';
import { chainsOf, isShown, kindOf, nameOf } from './fact-view';
import classes from './facts.module.css';
import { useMemory } from './use-memory';

interface EntityViewProps {
  entity: MemoryEntity;
  facts: readonly MemoryFact[];
  entities: readonly MemoryEntity[];
}

/** All that is known of one person or thing: what holds, and how it came to that. */
export function EntityView({ entity, facts, entities }: EntityViewProps) {
  const { t } = useI18n();
  const { address } = useMemory();
  const own = facts.filter((fact) => fact.subject.id === entity.id);
  const now = own.filter((fact) => isShown(fact, false));
  const chains = chainsOf(own);
  return (
    <article className={classes.page} aria-label={nameOf(entity, t)}>
      <EntityHead entity={entity} />
      <PageSection title={t(address.asOf ? 'memory.facts_then' : 'memory.facts_now')}>
        {now.length === 0 && <p className={classes.none}>{t('memory.nothing_now')}</p>}
        <div className={classes.lines}>
          {now.map((fact) => (
            <FactLine key={fact.id} fact={fact} />
          ))}
        </div>
        <Linked entity={entity} facts={facts} entities={entities} />
      </PageSection>
      <PageSection title={t('memory.history')} lead={t('memory.history_explain')}>
        {chains.map((chain) => (
          <FactTimeline key={chain[0]?.key} chain={chain} />
        ))}
      </PageSection>
    </article>
  );
}

function EntityHead({ entity }: { entity: MemoryEntity }) {
  const { t } = useI18n();
  const { look } = useMemory();
  return (
    <header className={classes.head}>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          className={classes.back}
          leftSection={<IconArrowBackUp size={16} aria-hidden className={classes.mirrored} />}
          onClick={() => look({ entity: null })}
        >
          {t('memory.to_all')}
        </Button>
        <h2 className={classes.title}>
          <Name>{nameOf(entity, t)}</Name>
        </h2>
        <p className={classes.entityKind}>{kindOf(entity.type, t)}</p>
      </div>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTopologyStar3 size={15} aria-hidden />}
          onClick={() => look({ entity: entity.id }, 'graph')}
        >
          {t('memory.show_in_graph')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconEraser size={15} aria-hidden />}
          onClick={() => look({ entity: entity.id, thread: null, message: null }, 'erase')}
        >
          {t('memory.erase_entity', { name: nameOf(entity, t) })}
        </Button>
      </div>
    </header>
  );
}

/** Whom and what it is linked to, both ways. */
function Linked({ entity, facts, entities }: EntityViewProps) {
  const { t } = useI18n();
  const { look } = useMemory();
  const ids = new Set(
    facts
      .filter((fact) => isShown(fact, false))
      .flatMap((fact) =>
        fact.subject.id === entity.id
          ? [fact.object_id]
          : fact.object_id === entity.id
            ? [fact.subject.id]
            : [],
      ),
  );
  const linked = entities.filter(({ id }) => ids.has(id));
  if (linked.length === 0) return null;
  return (
    <p className={classes.linked}>
      {t('memory.linked')}{' '}
      {linked.map((other) => (
        <Button
          key={other.id}
          variant="light"
          size="compact-sm"
          onClick={() => look({ entity: other.id })}
        >
          <Name>{nameOf(other, t)}</Name>
        </Button>
      ))}
    </p>
  );
}
