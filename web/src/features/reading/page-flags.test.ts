import { expect, it } from 'vitest';

import type { PageAtAGlance } from '../../api/types';
import { flaggedPages, flagsOf, nextFlagged } from './page-flags';

function aPage(fields: Partial<PageAtAGlance> = {}): PageAtAGlance {
  return {
    number: 1,
    label: null,
    source: 'text_layer',
    trust_fraction: 1,
    note: null,
    doubtful: false,
    chars: 900,
    tables: 0,
    hidden_chars: 0,
    orders: false,
    failure: null,
    ...fields,
  };
}

it('tells what is worth a look, the gravest first', () => {
  expect(flagsOf(aPage())).toEqual([]);
  expect(flagsOf(aPage({ source: 'ocr', doubtful: true, tables: 2 }))).toEqual(['doubtful', 'ocr', 'tables']);
  expect(flagsOf(aPage({ chars: 0 }))).toEqual(['empty']);
  const failure = { number: 1, code: 'page', reason: 'A font is missing.' };
  expect(flagsOf(aPage({ chars: 0, failure, source: null }))).toEqual(['failed']);
});

it('tells a page that somebody had read again from one that went to OCR by itself', () => {
  expect(flagsOf(aPage({ number: 4, source: 'ocr' }), [4])).toEqual(['reread']);
});

it('leads from one flagged page to the next, and round again', () => {
  const pages = [1, 2, 3, 4].map((number) => aPage({ number, hidden_chars: number % 2 ? 0 : 30 }));
  expect(flaggedPages(pages)).toEqual([['hidden', [2, 4]]]);
  expect([0, 2, 4].map((after) => nextFlagged([2, 4], after))).toEqual([2, 4, 2]);
});
