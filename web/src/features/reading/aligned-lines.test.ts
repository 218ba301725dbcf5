import { expect, it } from 'vitest';

import { alignedRows, changeCounts } from './aligned-lines';

it('sets what was written against what is written now, and skips what stayed', () => {
  const many = Array.from({ length: 12 }, (_, line) => `סעיף ${line}`);
  const before = [`${many.join('\n')}\nעד 20:00`, 'Сотрудник имеет право'];
  const after = [`${many.join('\n')}\nעד 23:00\nגם בשבת`, 'Сотрудник имеет право'];
  const rows = alignedRows(before, after);
  expect(rows[0]).toEqual({ kind: 'skipped', count: 9 });
  expect(rows.slice(4)).toEqual([
    { kind: 'changed', before: 'עד 20:00', after: 'עד 23:00' },
    { kind: 'changed', before: null, after: 'גם בשבת' },
    { kind: 'same', before: 'Сотрудник имеет право', after: 'Сотрудник имеет право' },
  ]);
  expect(changeCounts(rows)).toEqual({ removed: 1, added: 2 });
});

it('tells of two texts that are the same that nothing changed', () => {
  expect(alignedRows(['א\nב'], ['א', 'ב'])).toEqual([{ kind: 'skipped', count: 2 }]);
});
