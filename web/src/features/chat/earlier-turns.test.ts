import { expect, it } from 'vitest';

import type { Answer } from '../../api/types';
import { anAnswer } from '../../app/test-page';
import { type Turns, withEarlier, withNewest } from './earlier-turns';

function turns(first: number, last: number): Turns {
  const answers: Answer[] = [];
  for (let place = first; place <= last; place += 1) answers.push(anAnswer({ id: `a${place}` }));
  return { answers, earlier: first };
}

function idsOf({ answers, earlier }: Turns) {
  return [earlier, answers[0]?.id, answers.at(-1)?.id, answers.length];
}

it('keeps what the newest turns leave behind as the thread grows', () => {
  const known = withNewest(turns(10, 12), turns(11, 13));
  expect(idsOf(known)).toEqual([10, 'a10', 'a13', 4]);
  expect(idsOf(withNewest(known, turns(14, 16)))).toEqual([10, 'a10', 'a16', 7]);
});

it('takes the newest alone where others were answered in between', () => {
  expect(idsOf(withNewest(turns(2, 4), turns(8, 9)))).toEqual([8, 'a8', 'a9', 2]);
  expect(idsOf(withNewest(null, turns(8, 9)))).toEqual([8, 'a8', 'a9', 2]);
});

it('puts the turns before in front', () => {
  expect(idsOf(withEarlier(turns(5, 6), turns(0, 4)))).toEqual([0, 'a0', 'a6', 7]);
});
