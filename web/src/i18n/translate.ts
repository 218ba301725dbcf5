import { IntlMessageFormat } from 'intl-messageformat';

import { catalogueOf, type MessageKey } from './catalogues';
import type { Locale } from './locale';

export { isMessageKey, type MessageKey } from './catalogues';

export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/**
 * Make the function that says things in one language, whose catalogue has to be loaded.
 *
 * Messages are in ICU syntax. A text that is filled in (a file's name) is isolated, so that a
 * Latin name inside a Hebrew sentence does not drag its neighbours along.
 */
export function createTranslate(locale: Locale): Translate {
  const catalogue = catalogueOf(locale);
  const formats = new Map<MessageKey, IntlMessageFormat>();
  return (key, values) => {
    let format = formats.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(catalogue[key], locale);
      formats.set(key, format);
    }
    return String(format.format(values && isolateTexts(values)));
  };
}

function isolateTexts(values: MessageValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );
}
