import { beforeEach, expect, test } from 'vitest';

import type { AskEvent } from '../../api/ask-stream';
import { draftKey, keepDraft, keptUntilTaken, readDraft } from './drafts';

const QUESTION = 'כמה ימי vacation מגיעים?';
const KEY = draftKey({ personId: 'usr_a', roomId: 'r1', threadId: null });
const TAKEN: AskEvent = { event: 'thread', data: { thread_id: 't1', answer_id: 'a1' } };

beforeEach(() => localStorage.clear());

async function* events(...told: (AskEvent | Error)[]): AsyncGenerator<AskEvent> {
  for (const each of told) {
    if (each instanceof Error) throw each;
    yield each;
  }
}

async function readAll(told: AsyncGenerator<AskEvent>): Promise<number> {
  let count = 0;
  for await (const _ of told) count += 1;
  return count;
}

test('people who share a browser do not read each other’s drafts', () => {
  keepDraft(KEY, 'סוד');
  const others = ['usr_b', null].map((personId) => draftKey({ personId, roomId: 'r1', threadId: null }));
  expect(others.map(readDraft)).toEqual(['', '']);
  expect(readDraft(KEY)).toBe('סוד');
});

test('a question that the server never had is a draft again', async () => {
  const sent = keptUntilTaken(KEY, QUESTION, events(new Error('401')));
  await expect(readAll(sent)).rejects.toThrow('401');
  expect(readDraft(KEY)).toBe(QUESTION);
});

test('a question that the server has is no draft any more', async () => {
  expect(await readAll(keptUntilTaken(KEY, QUESTION, events(TAKEN)))).toBe(1);
  expect(readDraft(KEY)).toBe('');
});

test('what is written while a question is under way stays', async () => {
  const sent = keptUntilTaken(KEY, QUESTION, events({ event: 'lost', data: null }, TAKEN));
  await sent.next();
  keepDraft(KEY, 'ועוד שאלה');
  await readAll(sent);
  expect(readDraft(KEY)).toBe('ועוד שאלה');
});
