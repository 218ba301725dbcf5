import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { comparisonQuery } from '../../api/queries';
import type {
  Difference,
  EvaluationComparison,
  EvaluationRun,
  QuestionChange,
} from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './evaluation.module.css';
import { comparedGroups, languageName, percent, points } from './measures';
import { useRunNames } from './use-run-names';

interface ComparisonProps {
  roomId: string;
  /** Newest first, two at least. */
  runs: readonly EvaluationRun[];
}

/** Two runs side by side: the newest against the one before it, until others are chosen. */
export function Comparison({ roomId, runs }: ComparisonProps) {
  const { t } = useI18n();
  const names = useRunNames(runs);
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({});
  const before = chosen.before ?? runs[1]?.id ?? '';
  const after = chosen.after ?? runs[0]?.id ?? '';
  const compared = useQuery(comparisonQuery(roomId, before, after));
  return (
    <section className={classes.section}>
      <h2>{t('evaluation.compare')}</h2>
      <div className={classes.buttons}>
        <NativeSelect
          className={classes.select}
          label={t('evaluation.before')}
          data={names}
          value={before}
          onChange={(event) => setChosen({ ...chosen, before: event.currentTarget.value })}
        />
        <NativeSelect
          className={classes.select}
          label={t('evaluation.after')}
          data={names}
          value={after}
          onChange={(event) => setChosen({ ...chosen, after: event.currentTarget.value })}
        />
      </div>
      {compared.isError && <ProblemNotice error={compared.error} />}
      {compared.data && <Differences compared={compared.data} />}
    </section>
  );
}

export function Differences({ compared }: { compared: EvaluationComparison }) {
  const { t } = useI18n();
  const { won, lost, unchanged, versions, settings, differences, left_out } = compared;
  const values = [...versions, ...settings];
  const changed = compared.changes.filter(({ verdict }) => verdict !== 'unchanged');
  return (
    <>
      <p>{t('evaluation.verdicts', { won, lost, unchanged })}</p>
      <DifferenceTable differences={differences} />
      {left_out.length > 0 && (
        <p className={classes.facts}>{t('evaluation.left_out', { count: left_out.length })}</p>
      )}
      {values.length > 0 && (
        <ul className={classes.changes}>
          {values.map(({ name, then, now }) => (
            <li key={name} dir="ltr">
              <bdi>{name}</bdi>: <bdi>{String(then ?? '–')}</bdi> → <bdi>{String(now ?? '–')}</bdi>
            </li>
          ))}
        </ul>
      )}
      {changed.length > 0 && (
        <ul className={classes.questions}>
          {changed.map((change) => (
            <ChangedQuestion key={change.after.text} change={change} />
          ))}
        </ul>
      )}
    </>
  );
}

/** All questions first and then each language apart: a gain in one may hide a loss in another. */
function DifferenceTable({ differences }: Pick<EvaluationComparison, 'differences'>) {
  const { t } = useI18n();
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('evaluation.compare')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('evaluation.measure')}</th>
            <th scope="col">{t('evaluation.before')}</th>
            <th scope="col">{t('evaluation.after')}</th>
            <th scope="col">{t('evaluation.difference')}</th>
            <th scope="col">{t('evaluation.interval')}</th>
            <th scope="col">{t('evaluation.judgement')}</th>
          </tr>
        </thead>
        {comparedGroups(differences).map(([language, measures]) => (
          <LanguageRows key={language} language={language} measures={measures} />
        ))}
      </table>
    </div>
  );
}

interface LanguageRowsProps {
  language: string;
  measures: Record<string, Difference>;
}

function LanguageRows({ language, measures }: LanguageRowsProps) {
  const { t, locale } = useI18n();
  const asked = Math.max(0, ...Object.values(measures).map(({ questions }) => questions));
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={6}>
          {language === 'all' ? t('evaluation.all') : languageName(locale, language)}
          <span className={classes.facts}> {t('evaluation.asked', { count: asked })}</span>
        </th>
      </tr>
      {Object.entries(measures).map(([measure, each]) => (
        <tr key={measure}>
          <th scope="row">
            <MeasureName measure={measure} />
          </th>
          <td>{percent(each.before)}</td>
          <td>{percent(each.after)}</td>
          <td>
            <bdi dir="ltr">{points(each.after - each.before)}</bdi>
          </td>
          <td>
            <bdi dir="ltr">{`${points(each.low)} … ${points(each.high)}`}</bdi>
          </td>
          <td>{t(each.sure ? 'evaluation.sure' : 'evaluation.unsure')}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Measures have names of their own; how often was refused has one in the page's language. */
function MeasureName({ measure }: { measure: string }) {
  const { t } = useI18n();
  if (measure === 'refused rightly') return t('evaluation.rightly');
  if (measure === 'refused wrongly') return t('evaluation.wrongly');
  return <bdi dir="ltr">{measure}</bdi>;
}

function ChangedQuestion({ change }: { change: QuestionChange }) {
  const { t } = useI18n();
  const rank = (place: number | null) => (place === null ? '–' : `${place}`);
  return (
    <li className={classes.question} data-verdict={change.verdict}>
      <div>
        <Directed as="div">{change.after.text}</Directed>
        <p className={classes.facts}>
          {t(`evaluation.${change.verdict}`, {
            before: rank(change.before.rank),
            after: rank(change.after.rank),
          })}
        </p>
      </div>
    </li>
  );
}
