import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { factWord, factWords } from './fact-words';
import ar from './fact-words/ar.json';
import ru from './fact-words/ru.json';

const SCHEMA = readFileSync('../src/kesher/memory/schema.toml', 'utf8');
const STATUSES = readFileSync('../src/kesher/memory/status_words.toml', 'utf8');

/** The names that the server has: its keys, and its statuses as `key.status`. */
function namesOfTheServer(): string[] {
  const keys = [...SCHEMA.matchAll(/^\[(\w+)\]$/gm)].map((found) => found[1]);
  const statuses = STATUSES.split(/^\[/m).flatMap((table) => {
    const key = /^(\w+)\.he\]/.exec(table)?.[1];
    const values = [...table.matchAll(/^(\w+) = /gm)].map((found) => found[1]);
    return key ? values.map((value) => `${key}.${value}`) : [];
  });
  return [...keys, ...statuses].filter((name) => name !== undefined).sort();
}

it.each([
  ['Arabic', ar, /[\u0621-\u064a]/],
  ['Russian', ru, /[а-яё]/i],
] as const)('has the word of every key and status of the server in %s', (_, words, letters) => {
  expect(Object.keys(words).sort()).toEqual(namesOfTheServer());
  expect(Object.values(words).filter((word) => !letters.test(word))).toEqual([]);
});

it('leaves to the server the languages that it speaks, and a person’s own keys to their names', () => {
  expect(factWord('order_status.lost', 'ar')).toBe('مفقودة');
  expect(factWord('city', 'he')).toBeUndefined();
  expect(factWord('constructor', 'ru')).toBeUndefined();
  expect(factWords('city')).toEqual(['المدينة', 'город']);
});
