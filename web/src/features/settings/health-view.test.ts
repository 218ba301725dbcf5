import { expect, it } from 'vitest';

import { findingKey, inOrder, verdictOf } from './health-view';

const finding = (name: string, well: boolean, optional = false) => ({ name, well, optional, detail: '' });

it('tells a fault from what is only worth a note', () => {
  expect(verdictOf(finding('database', true))).toBe('good');
  expect(verdictOf(finding('database', false))).toBe('bad');
  expect(verdictOf(finding('LibreOffice', false, true))).toBe('note');
});

it('puts the worst first and leaves the rest as the doctor had it', () => {
  const found = [finding('a', true), finding('b', false, true), finding('c', true), finding('d', false)];
  expect(inOrder(found).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c']);
});

it('looks for the name of a finding in the catalogue', () => {
  expect(findingKey('OCR Hebrew')).toBe('settings.finding_ocr_hebrew');
});
