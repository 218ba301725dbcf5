import { useDirection } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';

import { loadCatalogue } from './catalogues';
import { directionOf, type Locale, rememberedLocale, rememberLocale } from './locale';
import { createTranslate, type Translate } from './translate';

interface I18n {
  locale: Locale;
  /** Rejects where the language's words cannot be fetched; the page then stays as it is. */
  setLocale: (locale: Locale) => Promise<void>;
  t: Translate;
}

const I18nContext = createContext<I18n | null>(null);

/** Gives the page its language, whose catalogue is loaded, and the document its `lang` and `dir`. */
export function I18nProvider({ children, initial }: { children: ReactNode; initial?: Locale }) {
  const [locale, setLocale] = useState<Locale>(initial ?? rememberedLocale);
  const { setDirection } = useDirection();

  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    setDirection(directionOf(locale));
  }, [locale, setDirection]);

  const i18n = useMemo<I18n>(
    () => ({
      locale,
      setLocale: async (next) => {
        await loadCatalogue(next);
        rememberLocale(next);
        setLocale(next);
      },
      t: createTranslate(locale),
    }),
    [locale],
  );
  return <I18nContext.Provider value={i18n}>{children}</I18nContext.Provider>;
}

export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('`useI18n` needs an `I18nProvider` above it.');
  return i18n;
}
