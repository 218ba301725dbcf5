import type { MemoryEntity, MemoryFact } from '../../api/memory-queries';
import type { Locale } from '../../i18n/locale';
import { isMessageKey, type Translate } from '../../i18n/translate';
import { factWord, factWords } from './fact-words';

/** How a fact stands, as its mark shows it. */
export type Standing = 'now' | 'past' | 'wrong' | 'waiting' | 'future' | 'event' | 'unknown';

const STANDINGS: Record<string, Standing> = {
  current: 'now',
  event: 'event',
  future: 'future',
  superseded: 'past',
  ended: 'past',
  expired: 'past',
  corrected: 'wrong',
  held: 'waiting',
  unknown_then: 'unknown',
};
const SHOWN_NOW: readonly Standing[] = ['now', 'event', 'future'];
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MARKS = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0300-\u036F]/g;

/** A line of the list: somebody or something, or one fact of theirs. */
export type Row =
  | { kind: 'entity'; key: string; entity: MemoryEntity; facts: number }
  | { kind: 'fact'; key: string; fact: MemoryFact };

export interface Wanted {
  words: string;
  /** A type of entity; empty: all. */
  type: string;
  history: boolean;
}

export function standingOf(fact: Pick<MemoryFact, 'state'>): Standing {
  return STANDINGS[fact.state] ?? 'unknown';
}

export function labelOf(fact: Pick<MemoryFact, 'key' | 'label_he' | 'label_en'>, locale: Locale): string {
  return factWord(fact.key, locale) ?? (locale === 'he' ? fact.label_he : fact.label_en);
}

/** A value as it is read: days in the page's way, statuses and sums in its words. */
export function valueOf(fact: MemoryFact, locale: Locale): string {
  const day = ISO_DAY.exec(fact.value);
  if (day) {
    const date = new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  }
  const status = factWord(`${fact.key}.${fact.value}`, locale);
  return status ?? (locale === 'he' ? fact.shown_he : fact.shown_en);
}

/** What somebody or something is called; a bare number says of what kind it is. */
export function nameOf(entity: Pick<MemoryEntity, 'name' | 'type' | 'is_speaker'>, t: Translate): string {
  if (entity.name === '') return t(entity.is_speaker ? 'memory.the_user' : 'memory.nameless');
  return /\p{L}/u.test(entity.name) ? entity.name : `${kindOf(entity.type, t)} ${entity.name}`;
}

/** The kind of an entity in the page's language; one that a person's own keys made stays as it is. */
export function kindOf(type: string, t: Translate): string {
  const key = `memory.kind_${type}`;
  return isMessageKey(key) ? t(key) : type;
}

/** The kinds that are there, the most frequent first. */
export function kindsOf(entities: readonly MemoryEntity[]): string[] {
  const counts = new Map<string, number>();
  for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts.entries()].sort((one, other) => other[1] - one[1]).map(([type]) => type);
}

/** The list's lines: each entity that has something to show, and under it what fits the words. */
export function rowsOf(
  entities: readonly MemoryEntity[],
  facts: readonly MemoryFact[],
  wanted: Wanted,
): Row[] {
  const bySubject = grouped(withoutRewrites(facts), (fact) => fact.subject.id);
  return entities.flatMap((entity): Row[] => {
    if (wanted.type !== '' && entity.type !== wanted.type) return [];
    const own = (bySubject.get(entity.id) ?? [])
      .filter((fact) => isShown(fact, wanted.history))
      .sort((one, other) => Number(isToCome(one)) - Number(isToCome(other)));
    const named = fits(entity.name, wanted.words);
    const fitting = named ? own : own.filter((fact) => fits(wordsOf(fact), wanted.words));
    if (fitting.length === 0 && !(named && wanted.words !== '')) return [];
    return [
      { kind: 'entity', key: entity.id, entity, facts: fitting.length },
      ...fitting.map((fact): Row => ({ kind: 'fact', key: fact.id, fact })),
    ];
  });
}

/** An entity's facts by what they state, each oldest first, those with something current first. */
export function chainsOf(facts: readonly MemoryFact[]): MemoryFact[][] {
  const known = withoutRewrites(facts).filter((fact) => standingOf(fact) !== 'unknown');
  const chains = [...grouped(known, (fact) => fact.key).values()];
  for (const chain of chains) chain.sort((one, other) => byStart(one, other));
  return chains.sort((one, other) => Number(isOver(one)) - Number(isOver(other)));
}

/**
 * Leave out rows that were written anew with the same value: their interval or standing changed,
 * as when a value that waited was taken in, and what is said did not.
 */
export function withoutRewrites(facts: readonly MemoryFact[]): MemoryFact[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return facts.filter((fact) => {
    const next = byId.get(fact.superseded_by ?? '');
    return fact.recorded_until === null || next?.value !== fact.value;
  });
}

export function isShown(fact: MemoryFact, history: boolean): boolean {
  const standing = standingOf(fact);
  return history ? standing !== 'unknown' : SHOWN_NOW.includes(standing);
}

/** Whether a fact had not begun on the day that is shown: what held then is asked for first. */
function isToCome(fact: MemoryFact): boolean {
  return standingOf(fact) === 'future';
}

/** Whether every word stands in a text; vowel points, case and kinds of quotes do not count. */
export function fits(text: string, words: string): boolean {
  const held = folded(text);
  return folded(words)
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** How long a fact held, in whole days; null: it still holds. */
export function daysOf(fact: Pick<MemoryFact, 'valid_from' | 'valid_until'>): number | null {
  if (fact.valid_until === null) return null;
  return Math.round((Date.parse(fact.valid_until) - Date.parse(fact.valid_from)) / 86_400_000);
}

function grouped(facts: readonly MemoryFact[], by: (fact: MemoryFact) => string): Map<string, MemoryFact[]> {
  const groups = new Map<string, MemoryFact[]>();
  for (const fact of facts) {
    const group = groups.get(by(fact));
    if (group) group.push(fact);
    else groups.set(by(fact), [fact]);
  }
  return groups;
}

function wordsOf(fact: MemoryFact): string {
  const elsewhere = [...factWords(fact.key), ...factWords(`${fact.key}.${fact.value}`)];
  return [fact.label_he, fact.label_en, fact.value, fact.shown_he, fact.shown_en, ...elsewhere].join(' ');
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').replace(/[״"'׳]/g, '').toLowerCase();
}

function byStart(one: MemoryFact, other: MemoryFact): number {
  return (
    Date.parse(one.valid_from) - Date.parse(other.valid_from) ||
    Date.parse(one.recorded_from) - Date.parse(other.recorded_from)
  );
}

function isOver(chain: readonly MemoryFact[]): boolean {
  return !chain.some((fact) => SHOWN_NOW.includes(standingOf(fact)));
}

/** When a conversation was first written down, by its facts; null: nothing was taken from it. */
export function firstHeard(facts: readonly MemoryFact[], thread: string): number | null {
  const times = facts.filter((fact) => fact.thread === thread).map((fact) => Date.parse(fact.recorded_from));
  return times.length > 0 ? Math.min(...times) : null;
}
