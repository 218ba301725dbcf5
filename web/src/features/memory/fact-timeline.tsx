import type { MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { FactLine } from './fact-line';
import { daysOf, labelOf, standingOf, valueOf } from './fact-view';
import classes from './facts.module.css';

/** The values of one key, oldest first: how long each held, and what took its place. */
export function FactTimeline({ chain }: { chain: readonly MemoryFact[] }) {
  const { t, locale } = useI18n();
  const [first] = chain;
  if (first === undefined) return null;
  const byId = new Map(chain.map((fact) => [fact.id, fact]));
  return (
    <section className={classes.chain} aria-label={labelOf(first, locale)}>
      <h3 className={classes.chainTitle}>{labelOf(first, locale)}</h3>
      <ol className={classes.timeline}>
        {chain.map((fact) => (
          <li key={fact.id} className={classes.moment} data-standing={standingOf(fact)}>
            <FactLine fact={fact} />
            <Became fact={fact} next={byId.get(fact.superseded_by ?? '')} />
          </li>
        ))}
      </ol>
    </section>
  );

  function Became({ fact, next }: { fact: MemoryFact; next: MemoryFact | undefined }) {
    const days = daysOf(fact);
    const said = [
      days !== null && fact.valid_until !== fact.valid_from && fact.state !== 'corrected' && t('memory.lasted', { days }),
      next && t('memory.fact_replaced_by', { value: valueOf(next, locale) }),
    ].filter(Boolean);
    return said.length > 0 ? <p className={classes.became}>{said.join(' · ')}</p> : null;
  }
}
