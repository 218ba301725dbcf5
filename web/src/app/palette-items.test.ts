import { expect, it } from 'vitest';

import { type ItemKind, matching, type PaletteItem } from './palette-items';

const item = (kind: ItemKind, title: string, hint?: string): PaletteItem => ({
  id: `${kind}:${title}`,
  kind,
  title,
  ...(hint === undefined ? {} : { hint }),
  run: () => undefined,
});

const ITEMS = [
  item('room', 'נוהלי תל־אביב'),
  item('room', 'Payroll'),
  item('thread', 'כמה ימי חופשה?', 'נוהלי תל־אביב'),
  item('document', 'שָׂכָר וחופשה.pdf'),
  item('place', 'הגדרות'),
  item('action', 'חדר חדש'),
];

const titles = (typed: string) =>
  matching(ITEMS, typed).map(({ kind, items }) => [kind, ...items.map(({ title }) => title)]);

it('shows everything by kind where nothing is typed', () => {
  expect(titles('').map(([kind]) => kind)).toEqual(['room', 'thread', 'document', 'place', 'action']);
});

it('finds what is typed without points, maqaf or a final letter', () => {
  expect(titles('שכר')).toEqual([['document', 'שָׂכָר וחופשה.pdf']]);
  expect(titles('תל אביב')[0]).toEqual(['room', 'נוהלי תל־אביב']);
});

it('finds a thread by its room, after the room itself', () => {
  expect(titles('תל אביב').map(([kind]) => kind)).toEqual(['room', 'thread']);
});

it('puts the kind with the best answer first', () => {
  expect(titles('חדר')[0]).toEqual(['action', 'חדר חדש']);
});

it('shows no more of a kind than can be looked over', () => {
  const many = Array.from({ length: 20 }, (_, place) => item('room', `חדר ${place}`));
  expect(matching(many, 'חדר')[0]?.items).toHaveLength(6);
});
