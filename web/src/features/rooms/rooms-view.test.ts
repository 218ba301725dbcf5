import { expect, it } from 'vitest';

import { aRoom } from '../../app/test-page';
import { inRows, shownRooms } from './rooms-view';

const ROOMS = [
  aRoom({ id: 'a', name: 'נהלי משאבי אנוש' }),
  aRoom({ id: 'b', name: 'Договоры и сметы' }),
  aRoom({ id: 'c', name: 'عقود الإيجار', archived_at: '2026-11-30T10:00:00Z' }),
  aRoom({ id: 'd', name: 'Café contracts חוזים' }),
];
const idsOf = (text: string) => {
  const { open, archived } = shownRooms(ROOMS, text);
  return [open.map(({ id }) => id), archived.map(({ id }) => id)];
};

it('keeps the archived rooms apart', () => {
  expect(idsOf('')).toEqual([['a', 'b', 'd'], ['c']]);
});

it.each([
  ['אנוש נהלי', [['a'], []]],
  ['ДОГОВОРЫ', [['b'], []]],
  ['الإيجار', [[], ['c']]],
  ['cafe חוזים', [['d'], []]],
  ['מְשאבי', [['a'], []]],
  ['אין כזה', [[], []]],
])('finds by words in any order, without marks and capitals: %s', (text, found) => {
  expect(idsOf(text)).toEqual(found);
});

it('lays rooms in rows, also where there is no width yet', () => {
  expect(inRows([1, 2, 3, 4, 5], 2.9)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inRows([1, 2], 0)).toEqual([[1], [2]]);
});
