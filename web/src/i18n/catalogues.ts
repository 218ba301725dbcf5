import type en from './en';
import type { Locale } from './locale';

export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;

// Each language is a file of its own, fetched when it is chosen; `./ar/` counts once it is there.
const FILES = import.meta.glob<Catalogue>('./*/index.ts', { import: 'default' });

const loaded = new Map<Locale, Catalogue>();

/** Fetch a language's words; the page waits for them before it says anything in that language. */
export async function loadCatalogue(locale: Locale): Promise<void> {
  if (loaded.has(locale)) return;
  const load = FILES[`./${locale}/index.ts`];
  if (load === undefined) throw new Error(`There is no catalogue for the language \`${locale}\`.`);
  loaded.set(locale, await load());
}

/** The words of a language that was loaded; throws for one that was not. */
export function catalogueOf(locale: Locale): Catalogue {
  const catalogue = loaded.get(locale);
  if (catalogue === undefined) throw new Error(`The catalogue of \`${locale}\` is not loaded yet.`);
  return catalogue;
}

/** Whether a name computed at run time (an error's code) is a message we have. */
export function isMessageKey(name: string): name is MessageKey {
  const [any] = loaded.values();
  return any !== undefined && Object.hasOwn(any, name);
}
