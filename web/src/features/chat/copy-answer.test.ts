import { expect, it } from 'vitest';

import { aCitation } from '../../app/test-page';
import { textWithReferences } from './copy-answer';

it('keeps each reference at its claim and lists every reference once, by number', () => {
  const citations = [
    aCitation({ number: 2, position: 6, document_name: 'b.pdf' }),
    aCitation({ number: 1, position: 11 }),
    aCitation({ number: 2, position: 11, document_name: 'b.pdf' }),
  ];
  const copied = textWithReferences('ראשון. שני.', citations, (one) => one.document_name);
  expect(copied).toBe('ראשון. [2] שני. [1] [2]\n\n[1] נוהל.pdf\n[2] b.pdf');
});

it('copies an answer without references as it is', () => {
  expect(textWithReferences('Ничего не найдено.', [], String)).toBe('Ничего не найдено.');
});
