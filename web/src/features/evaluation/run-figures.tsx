import { NativeSelect } from '@mantine/core';
import { useState } from 'react';

import type { EvaluationRun } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './evaluation.module.css';
import { groupsOf, languageName, MEASURES, percent, refusalText } from './measures';
import { useRunNames } from './use-run-names';

/** One run's figures by language, the newest run first. */
export function RunFigures({ runs }: { runs: readonly EvaluationRun[] }) {
  const { t } = useI18n();
  const names = useRunNames(runs);
  const [chosen, setChosen] = useState<string | null>(null);
  const run = runs.find(({ id }) => id === chosen) ?? runs[0];
  if (run === undefined) return <p className={classes.facts}>{t('evaluation.no_runs')}</p>;
  return (
    <section className={classes.section}>
      <h2>{t('evaluation.figures')}</h2>
      <NativeSelect
        className={classes.select}
        label={t('evaluation.which_run')}
        data={names}
        value={run.id}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <FiguresTable run={run} />
      <p className={classes.facts}>{t('evaluation.figures_explain')}</p>
    </section>
  );
}

export function FiguresTable({ run }: { run: EvaluationRun }) {
  const { t, locale } = useI18n();
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('evaluation.figures')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('evaluation.language')}</th>
            <th scope="col">{t('evaluation.judged')}</th>
            {MEASURES.map((name) => (
              <th key={name} scope="col">
                <bdi dir="ltr">{name}</bdi>
              </th>
            ))}
            <th scope="col">{t('evaluation.rightly')}</th>
            <th scope="col">{t('evaluation.wrongly')}</th>
          </tr>
        </thead>
        <tbody>
          {groupsOf(run).map(([language, figures]) => (
            <tr key={language}>
              <th scope="row">
                {language === 'all' ? t('evaluation.all') : languageName(locale, language)}
              </th>
              <td>{figures.judged}</td>
              {MEASURES.map((name) => (
                <td key={name}>{percent(figures.means[name])}</td>
              ))}
              <td>
                <bdi dir="ltr">{refusalText(figures.rightly)}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{refusalText(figures.wrongly)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
