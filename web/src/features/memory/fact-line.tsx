import type { MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { FactState } from './fact-state';
import { isShown, labelOf, standingOf, valueOf } from './fact-view';
import classes from './facts.module.css';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

/** One fact: what it states, how it stands, since when; a press opens where it comes from. */
export function FactLine({ fact }: { fact: MemoryFact }) {
  const { t, locale } = useI18n();
  const { look } = useMemory();
  const [label, value] = [labelOf(fact, locale), valueOf(fact, locale)];
  return (
    <button
      type="button"
      className={classes.fact}
      data-standing={standingOf(fact)}
      onClick={() => look({ fact: fact.id })}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        <Name>{value}</Name>
        {fact.in_review && isShown(fact, false) && (
          <span className={classes.review}>{t('memory.in_review')}</span>
        )}
      </span>
      <span className={classes.standing}>
        <FactState fact={fact} />
        <span className={classes.when}>
          <FactWhen fact={fact} />
        </span>
      </span>
    </button>
  );
}

/** Since when and until when a fact holds, and when it lapses by itself. */
export function FactWhen({ fact }: { fact: MemoryFact }) {
  const { t } = useI18n();
  const { day } = useDays();
  const from = day(fact.valid_from);
  if (fact.kind === 'event') return t('memory.on_day', { from });
  if (fact.state === 'corrected' || fact.valid_until === fact.valid_from) return t('memory.never');
  if (fact.valid_until !== null) return t('memory.until', { from, until: day(fact.valid_until) });
  const expires = fact.expires;
  const ends =
    expires === null
      ? null
      : expires.at !== null
        ? t('memory.expires_at', { at: day(expires.at) })
        : expires.condition !== ''
          ? t('memory.expires_condition', { condition: expires.condition })
          : expires.review_at !== null
            ? t('memory.expires_review', { at: day(expires.review_at) })
            : null;
  return [t('memory.since', { from }), ends].filter(Boolean).join(' · ');
}
