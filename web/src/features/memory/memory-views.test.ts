import { expect, it } from 'vitest';

import type { MemoryEntity, MemoryFact, MemoryGraph, MemoryReceipt } from '../../api/memory-queries';
import type { Locale } from '../../i18n/locale';
import { createTranslate } from '../../i18n/translate';
import { chainsOf, fits, labelOf, nameOf, rowsOf, standingOf, valueOf } from './fact-view';
import { drawingOf, pointTowards } from './graph-view';
import { markedPieces } from './marked-text';
import { changed, chosenSection, endOfDay, readMemoryAddress } from './memory-address';
import { erasedBy, receiptFile, rowsRemoved } from './receipt-view';
import { askedBy } from './review-words';

const NOA: MemoryEntity = {
  id: 'ent_noa',
  type: 'person',
  name: 'נֹעה',
  is_speaker: true,
  created_at: '2026-11-01T09:00:00Z',
  merged_into: null,
};
const ORDER: MemoryEntity = { ...NOA, id: 'ent_7314', type: 'order', name: '7314', is_speaker: false };

function aFact(fields: Partial<MemoryFact> = {}): MemoryFact {
  return {
    id: 'fct_1',
    subject: NOA,
    key: 'city',
    label_he: 'עיר',
    label_en: 'city',
    value: 'חיפה',
    shown_he: 'חיפה',
    shown_en: 'חיפה',
    object_id: null,
    kind: 'stable',
    state: 'current',
    in_review: false,
    confidence: 0.9,
    said_by: 'user',
    thread: 'ש',
    source_message: 'm1',
    quote: [0, 4],
    valid_from: '2026-11-01T09:00:00Z',
    valid_until: null,
    recorded_from: '2026-11-01T09:00:00Z',
    recorded_until: null,
    superseded_by: null,
    ended_by: null,
    expires: null,
    ...fields,
  };
}

const OLD = aFact({ id: 'fct_0', value: 'עכו', shown_he: 'עכו', state: 'superseded', valid_from: '2026-10-01T09:00:00Z' });

it.each([
  ['נעה', 'נֹעה', true],
  ['ד"ר לוי', 'ד״ר לוי, רחובות', true],
  ['haifa', 'Haifa · חיפה', true],
  ['هيفاء', 'هيفاء تعمل', true],
  ['Хайфа Акко', 'Хайфа', false],
])('finds %s in %s: %s', (words, text, found) => {
  expect(fits(text, words)).toBe(found);
});

it('lists what holds under whom it is about, and history only when it is asked for', () => {
  const wanted = { words: '', type: '', history: false };
  expect(rowsOf([NOA, ORDER], [OLD, aFact()], wanted).map(({ key }) => key)).toEqual(['ent_noa', 'fct_1']);
  const all = rowsOf([NOA], [OLD, aFact()], { ...wanted, history: true });
  expect(all.map(({ key }) => key)).toEqual(['ent_noa', 'fct_0', 'fct_1']);
  expect(rowsOf([NOA], [aFact()], { ...wanted, words: 'תל אביב' })).toEqual([]);
  expect(rowsOf([NOA], [aFact()], { ...wanted, type: 'order' })).toEqual([]);
});

it('shows what held on a day before what had not begun by then', () => {
  const wanted = { words: '', type: '', history: false };
  const later = aFact({ id: 'fct_later', state: 'future' });
  expect(rowsOf([NOA], [later, aFact()], wanted).map(({ key }) => key)).toEqual([
    'ent_noa',
    'fct_1',
    'fct_later',
  ]);
});

it('asks whether to remove a value where nothing was said in its place', () => {
  const side = { value: 'אגוזים' };
  expect(askedBy({ kind: 'conflict', new: null })).toBe('doubt');
  expect(askedBy({ kind: 'conflict', new: side })).toBe('conflict');
  expect(askedBy({ kind: 'quarantine', new: null })).toBe('quarantine');
});

it('shows a value once that was written anew when it was taken in', () => {
  const held = aFact({ state: 'corrected', recorded_until: '2026-11-30T09:00:00Z', superseded_by: 'fct_2' });
  const [chain] = chainsOf([held, aFact({ id: 'fct_2' })]);
  expect(chain?.map(({ id }) => id)).toEqual(['fct_2']);
});

it('keeps what was not known yet out of a history', () => {
  const [chain] = chainsOf([aFact(), OLD, aFact({ id: 'fct_2', state: 'unknown_then' })]);
  expect(chain?.map(({ id }) => id)).toEqual(['fct_0', 'fct_1']);
});

it.each([
  ['current', 'now'],
  ['superseded', 'past'],
  ['corrected', 'wrong'],
  ['held', 'waiting'],
  ['of a later version', 'unknown'],
])('marks %s as %s', (state, standing) => {
  expect(standingOf({ state })).toBe(standing);
});

it('says days, sums and bare numbers in the page\'s language', () => {
  const sum = aFact({ value: '640 ILS', shown_he: '640 ₪', shown_en: '₪640' });
  expect([valueOf(sum, 'he'), valueOf(sum, 'en')]).toEqual(['640 ₪', '₪640']);
  expect(valueOf(aFact({ value: '2026-12-07' }), 'en')).toBe('Dec 7, 2026');
  const lost = aFact({ key: 'order_status', value: 'lost', shown_he: 'אבדה', shown_en: 'lost' });
  expect(['he', 'en', 'ar', 'ru'].map((locale) => valueOf(lost, locale as Locale))).toEqual([
    'אבדה',
    'lost',
    'مفقودة',
    'утерян',
  ]);
  expect([labelOf(sum, 'ar'), labelOf(aFact({ key: 'own' }), 'ar')]).toEqual(['المدينة', 'city']);
  expect(nameOf(ORDER, createTranslate('he'))).toBe('הזמנה 7314');
  expect(nameOf({ ...NOA, name: '' }, createTranslate('en'))).toBe('The user');
});

it.each([
  ['🏠 גר בעכו', [[6, 9]], ['🏠 גר ב', 'עכו']],
  ['אבג', [[0, 2], [1, 99]], ['אבג']],
  ['אבג', [[2, 2]], ['אבג']],
])('marks the words of %s by code points', (text, spans, pieces) => {
  expect(markedPieces(text, spans).map((piece) => piece.text)).toEqual(pieces);
});

it('reads an address, leaves out what is none, and forgets what is taken away', () => {
  const read = readMemoryAddress({ tenant: 42, asOf: '2026-11-20', knownAt: 'yesterday', entity: 'ent_1', other: 1 });
  expect(read).toEqual({ tenant: '42', asOf: '2026-11-20', entity: 'ent_1' });
  expect(changed(read, { asOf: null, fact: 'fct_1' })).toEqual({ tenant: '42', entity: 'ent_1', fact: 'fct_1' });
  expect(chosenSection('nonsense')).toBe('facts');
  expect(new Date(endOfDay('2026-11-20') ?? '').getDate()).toBe(20);
});

it('draws rings round the first entity, in the same place on every day', () => {
  const bought = aFact({ id: 'fct_3', key: 'order', object_id: 'ent_7314' });
  const graph: MemoryGraph = {
    entities: [NOA, ORDER],
    hops: { ent_noa: 0, ent_7314: 1 },
    facts: [bought, OLD, aFact({ id: 'fct_9', subject: ORDER, value: 'בוטלה' })],
  };
  const { points, lines } = drawingOf(graph, true);
  expect(points.map(({ id }) => id)).toEqual(['ent_noa', 'ent_7314', 'value-fct_0', 'value-fct_9']);
  expect(points[0]).toMatchObject({ hop: 0, x: 0 });
  expect(lines.map(({ standing }) => standing)).toEqual(['now', 'past', 'now']);
  const later = { ...graph, facts: graph.facts.map((fact) => ({ ...fact, state: 'ended' })) };
  expect(drawingOf(later, true).points.map(({ x, y }) => [x, y])).toEqual(points.map(({ x, y }) => [x, y]));
  expect(drawingOf(graph, false).points).toHaveLength(2);
});

it('finds the next point in the direction of a key', () => {
  const at = (id: string, x: number, y: number) => ({ id, x, y, entity: NOA, fact: null, hop: 1 });
  const points = [at('a', 0, 0), at('b', 10, 0), at('c', 9, 30), at('d', -10, 0)];
  const [a] = points;
  if (a === undefined) throw new Error('There is a first point.');
  expect(pointTowards(points, a, 1, 0)?.id).toBe('b');
  expect(pointTowards(points, a, -1, 0)?.id).toBe('d');
  expect(pointTowards(points, a, 0, -1)).toBeNull();
});

it('reads what a receipt is about, and adds it up', () => {
  const receipt: MemoryReceipt = {
    id: 'era_1', what: 'message `m1` of thread `שיחה א`', at: '2026-11-30T10:00:00Z',
    messages: 1, mentions: 2, facts: 3, entities: 1, names: 1, reviews: 0, merges: 0, requests: 4, kept_messages: 0,
  };
  expect(erasedBy(receipt)).toEqual({ what: 'message', message: 'm1', thread: 'שיחה א' });
  expect(erasedBy({ what: 'the whole memory' })).toEqual({ what: 'everything' });
  expect(rowsRemoved(receipt)).toBe(8);
  expect(decodeURIComponent(receiptFile(receipt).url)).toContain('"rows_removed": 8');
});
