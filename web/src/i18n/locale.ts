import type { Direction } from '../ui/direction';

/** The languages of the page. A new one is a catalogue beside `he/` and a line here. */
export const LOCALES = ['he', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

const STORED_UNDER = 'kesher-locale';

/** Each language's name in itself, for the switch. */
export const LOCALE_NAMES: Record<Locale, string> = { he: 'עברית', en: 'English' };

export function directionOf(locale: Locale): Direction {
  return locale === 'he' ? 'rtl' : 'ltr';
}

/** The remembered language, else the first of the browser's that we speak, else English. */
export function chooseLocale(remembered: string | null, browser: readonly string[]): Locale {
  for (const wanted of [remembered, ...browser]) {
    // Chromium still reports Hebrew by its old code `iw` on some systems.
    const language = wanted?.toLowerCase().split('-')[0]?.replace(/^iw$/, 'he');
    const known = LOCALES.find((locale) => locale === language);
    if (known) return known;
  }
  return 'en';
}

export function rememberedLocale(): Locale {
  return chooseLocale(localStorage.getItem(STORED_UNDER), navigator.languages);
}

export function rememberLocale(locale: Locale): void {
  localStorage.setItem(STORED_UNDER, locale);
}
