import { expect, it } from 'vitest';

import { aComparison, anEvaluationRun, figuresOf } from '../../app/test-evaluation';
import { comparedGroups, groupsOf, languageName, percent, points, refusalText } from './measures';

it.each([
  [1, '100.0'],
  [0.9136, '91.4'],
  [0, '0.0'],
  [undefined, '–'],
])('writes a mean of %s as %s', (mean, said) => {
  expect(percent(mean)).toBe(said);
});

it.each([
  [0.051, '+5.1'],
  [-0.02, '−2.0'],
  [0.0001, '0.0'],
])('writes a difference of %d as %s', (difference, said) => {
  expect(points(difference)).toBe(said);
});

it('does not say that nothing was refused where nobody looked', () => {
  expect(refusalText({ refused: 0, asked: 0 })).toBe('–');
  expect(refusalText({ refused: 3, asked: 4 })).toBe('3/4');
});

it('puts all questions first and then the languages, the largest first', () => {
  const run = anEvaluationRun({
    figures: { en: figuresOf(1, 0.5), he: figuresOf(7, 0.9), all: figuresOf(8, 0.85) },
  });
  expect(groupsOf(run).map(([name]) => name)).toEqual(['all', 'he', 'en']);
});

it('compares all questions first and then each language, the most asked first', () => {
  const all = aComparison().differences['all'] ?? {};
  const [measure, fell] = Object.entries(all)[0]!;
  const differences = {
    ar: { [measure]: { ...fell, questions: 2 } },
    all,
    he: { [measure]: { ...fell, questions: 6 } },
  };
  expect(comparedGroups(differences).map(([language]) => language)).toEqual(['all', 'he', 'ar']);
});

it('names a language, and shows a code that is none', () => {
  expect(languageName('he', 'ru')).toBe('רוסית');
  expect(languageName('en', 'ar')).toBe('Arabic');
  expect(languageName('en', 'mixed')).toBe('mixed');
});
