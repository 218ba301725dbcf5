import type { Locale } from '../../i18n/locale';
import ar from './fact-words/ar.json';
import ru from './fact-words/ru.json';

/** What the server, which names keys and statuses in Hebrew and English, does not say itself. */
const WORDS: Partial<Record<Locale, Readonly<Record<string, string>>>> = { ar, ru };

/**
 * The name of a fact's key (`order_status`), or of one of its statuses (`order_status.lost`).
 *
 * Undefined for a key of a person's own, and in the languages that the server speaks.
 */
export function factWord(name: string, locale: Locale): string | undefined {
  const words = WORDS[locale];
  return words && Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Every name that a key or a status has in the languages of this page, for searching. */
export function factWords(name: string): string[] {
  return Object.values(WORDS).flatMap((words) => (Object.hasOwn(words, name) ? [words[name] ?? ''] : []));
}
