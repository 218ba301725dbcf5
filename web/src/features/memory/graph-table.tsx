import type { MemoryEntity, MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { FactWhen } from './fact-line';
import { FactState } from './fact-state';
import { isShown, labelOf, nameOf, valueOf } from './fact-view';
import classes from './graph.module.css';

interface GraphTableProps {
  facts: readonly MemoryFact[];
  entities: readonly MemoryEntity[];
}

/** The map in words, for whoever does not see it or wants to read it line by line. */
export function GraphTable({ facts, entities }: GraphTableProps) {
  const { t, locale } = useI18n();
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const linked = (fact: MemoryFact) => {
    const entity = byId.get(fact.object_id ?? '');
    return entity ? nameOf(entity, t) : valueOf(fact, locale);
  };
  return (
    <details className={classes.table}>
      <summary>{t('memory.graph_table')}</summary>
      <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('memory.graph_table')}>
        <table>
          <thead>
            <tr>
              {(['who', 'what', 'value', 'state', 'when'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`memory.graph_table_${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts
              .filter((fact) => isShown(fact, true))
              .map((fact) => (
                <tr key={fact.id}>
                  <th scope="row">
                    <Name>{nameOf(fact.subject, t)}</Name>
                  </th>
                  <td>{labelOf(fact, locale)}</td>
                  <td>
                    <Name>{linked(fact)}</Name>
                  </td>
                  <td>
                    <FactState fact={fact} />
                  </td>
                  <td>
                    <FactWhen fact={fact} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
