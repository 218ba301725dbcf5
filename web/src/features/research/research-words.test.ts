import { expect, it } from 'vitest';

import { anEstimate } from '../../app/test-page';
import { createTranslate } from '../../i18n/translate';
import { usd } from '../../ui/usd';
import { sayLimits, sayPrice, saySpent, sayTime, sayTokens } from './research-words';

const he = createTranslate('he');
const en = createTranslate('en');

it('says without a model that it costs nothing, and claims no tokens', () => {
  const estimate = anEstimate({ model: null, price_usd: null });
  expect(sayPrice(en, estimate)).toBe('none');
  expect(sayTokens(he, estimate)).toMatch(/^אין: לא הוגדר מודל/);
  expect(sayLimits(en, estimate)).toBeNull();
});

it('does not say of a model without prices that it is free', () => {
  expect(sayPrice(en, anEstimate({ price_usd: null }))).toMatch(/^not known/);
});

it.each([
  [{ least: 0.2, most: 0.6 }, '1 to 1 seconds'],
  [{ least: 8, most: 50 }, '8 to 50 seconds'],
  [{ least: 40, most: 170 }, '1 to 3 minutes'],
])('rounds a time so that it is never promised too short: %j', (seconds, said) => {
  expect(sayTime(en, anEstimate({ seconds }))).toBe(said);
});

it('says when the time rests on earlier runs', () => {
  expect(sayTime(he, anEstimate({ measured: true }))).toBe('8 עד 50 שניות · לפי מחקרים קודמים בחדר');
});

it('tells what was spent, with a price where there is one', () => {
  expect(saySpent(en, { calls: 1, tokens: 1_200, price_usd: null })).toBe('1,200 tokens so far, 1 call');
  expect(saySpent(en, { calls: 2, tokens: 900, price_usd: 0.0031 })).toMatch(/· \$0\.0031$/);
  expect(saySpent(en, { calls: 0, tokens: 0, price_usd: null })).toBeNull();
});

it.each([
  [0, '$0.00'],
  [0.00042, '$0.0004'],
  [12.5, '$12.50'],
])('writes %d dollars as %s', (amount, said) => {
  expect(usd(amount)).toBe(said);
});
