import { IntlMessageFormat } from 'intl-messageformat';

import en from './en';
import he from './he';
import type { Locale } from './locale';

export type MessageKey = keyof typeof en;
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export const CATALOGUES: Record<Locale, Record<MessageKey, string>> = { he, en };

/**
 * Make the function that says things in one language.
 *
 * Messages are in ICU syntax. A text that is filled in (a file's name) is isolated, so that a
 * Latin name inside a Hebrew sentence does not drag its neighbours along.
 */
export function createTranslate(locale: Locale): Translate {
  const formats = new Map<MessageKey, IntlMessageFormat>();
  return (key, values) => {
    let format = formats.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(CATALOGUES[locale][key], locale);
      formats.set(key, format);
    }
    return String(format.format(values && isolateTexts(values)));
  };
}

/** Whether a name computed at run time (an error's code) is a message we have. */
export function isMessageKey(name: string): name is MessageKey {
  return Object.hasOwn(en, name);
}

function isolateTexts(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );
}
