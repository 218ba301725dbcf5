import type { EvaluationRun } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';

/** Runs by when they were, for a list to choose from. */
export function useRunNames(runs: readonly EvaluationRun[]): { value: string; label: string }[] {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return runs.map((run) => ({
    value: run.id,
    label: t('evaluation.run_name', {
      at: at.format(new Date(run.created_at)),
      count: run.asked,
      state: t(`evaluation.state_${run.state}`),
    }),
  }));
}
