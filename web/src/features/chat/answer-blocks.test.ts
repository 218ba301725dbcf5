import { describe, expect, it } from 'vitest';

import { toBlocks, toQuotations } from './answer-blocks';
import { insertMarks } from './answer-marks';

describe('toBlocks', () => {
  it('parts paragraphs at empty lines and keeps line breaks inside one', () => {
    const blocks = toBlocks('שורה ראשונה\nשורה שנייה\n\nפסקה שנייה');
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
    expect(blocks[0]).toMatchObject({ text: 'שורה ראשונה\nשורה שנייה' });
  });

  it('gathers the items of a list', () => {
    const [list] = toBlocks('- חופשה\n- מחלה\n  בהמשך השורה\n* отпуск');
    expect(list).toMatchObject({ kind: 'list', ordered: false });
    expect(list?.kind === 'list' && list.items.map(({ text }) => text)).toEqual([
      'חופשה',
      'מחלה\nבהמשך השורה',
      'отпуск',
    ]);
  });

  it('starts a numbered list at its own number', () => {
    expect(toBlocks('3. שלישי\n4. רביעי')).toMatchObject([
      { kind: 'list', ordered: true, start: 3, items: [{ text: 'שלישי' }, { text: 'רביעי' }] },
    ]);
  });

  it('reads headings and quotes', () => {
    expect(toBlocks('## חופשה\n> כלשונו')).toMatchObject([
      { kind: 'heading', text: 'חופשה' },
      { kind: 'quote', text: 'כלשונו' },
    ]);
  });

  it('reads emphasis and code, with a mark inside', () => {
    const [block] = toBlocks(insertMarks('זכאי ל-**22 ימים** לפי `HR-104`', [{ position: 16 }]));
    expect(block).toMatchObject({
      text: 'זכאי ל-22 ימים לפי HR-104',
      content: [
        { kind: 'text', text: 'זכאי ל-' },
        { kind: 'strong', children: [{ kind: 'text', text: '22 ימים' }, { kind: 'mark', index: 0 }] },
        { kind: 'text', text: ' לפי ' },
        { kind: 'code', text: 'HR-104' },
      ],
    });
  });

  it('leaves HTML the plain text it is', () => {
    const html = '<img src=x onerror=alert(1)><b>שלום</b>';
    expect(toBlocks(html)).toEqual([
      { kind: 'paragraph', text: html, content: [{ kind: 'text', text: html }] },
    ]);
  });

  it.each(['**פתוח', 'שלוש * ארבע * חמש', '`', '-', '#', '1.', '> '])(
    'shows a construct that stands open or alone without losing it: %s',
    (text) => {
      expect(() => toBlocks(text)).not.toThrow();
      expect(toBlocks(text)).toHaveLength(1);
    },
  );
});

describe('toQuotations', () => {
  it('keeps the number that a sentence of a document begins with', () => {
    const text = '1. עובד זכאי ל-22 ימים.\n2. העובד יודיע *בכתב*.';
    const blocks = toQuotations(insertMarks(text, [{ position: 23 }]));
    expect(blocks).toEqual([
      {
        kind: 'quote',
        text: '1. עובד זכאי ל-22 ימים.',
        content: [{ kind: 'text', text: '1. עובד זכאי ל-22 ימים.' }, { kind: 'mark', index: 0 }],
      },
      {
        kind: 'quote',
        text: '2. העובד יודיע *בכתב*.',
        content: [{ kind: 'text', text: '2. העובד יודיע *בכתב*.' }],
      },
    ]);
  });
});
