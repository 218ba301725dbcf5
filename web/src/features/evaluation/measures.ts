import type {
  Difference,
  EvaluationComparison,
  EvaluationFigures,
  EvaluationRun,
  Refusals,
} from '../../api/types';

/** The measures of a table, by the server's names, in the order of its columns. */
export const MEASURES = ['R@1', 'R@5', 'R@10', 'MRR@10', 'nDCG@10'] as const;

const PER_CENT = 100;

/** A mean of 0-1 in per cent with one place; a dash where nothing was judged. */
export function percent(mean: number | undefined): string {
  return mean === undefined ? '–' : (mean * PER_CENT).toFixed(1);
}

/** A difference of two means in points, with its sign. */
export function points(difference: number): string {
  const said = (Math.abs(difference) * PER_CENT).toFixed(1);
  if (Number(said) === 0) return said;
  return `${difference > 0 ? '+' : '−'}${said}`;
}

/** How many were refused, of how many; a dash where that was not looked at. */
export function refusalText({ refused, asked }: Refusals): string {
  return asked === 0 ? '–' : `${refused}/${asked}`;
}

/** The groups of a run: all first, then the languages by how many questions they have. */
export function groupsOf({ figures }: EvaluationRun): [string, EvaluationFigures][] {
  const { all, ...languages } = figures;
  const byCount = Object.entries(languages).sort(([, a], [, b]) => b.judged - a.judged);
  return all ? [['all', all], ...byCount] : byCount;
}

/** What two runs differ in: all questions first, then the languages by how many were asked. */
export function comparedGroups(
  differences: EvaluationComparison['differences'],
): [string, Record<string, Difference>][] {
  const asked = (measures: Record<string, Difference>) =>
    Math.max(0, ...Object.values(measures).map(({ questions }) => questions));
  const { all, ...languages } = differences;
  const byCount = Object.entries(languages).sort(([, a], [, b]) => asked(b) - asked(a));
  return all ? [['all', all], ...byCount] : byCount;
}

/** The language's name; its own code where it is none that a browser knows. */
export function languageName(locale: string, code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code;
  return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
}
