import type { Direction } from '../ui/direction';

/** Every language that the page can be in, once its catalogue in `i18n/` is whole. */
export type Locale = 'he' | 'en' | 'ar' | 'ru';

/**
 * The languages that are offered. One enters here when its catalogue says everything; the test of
 * the catalogues holds it to that.
 */
export const LOCALES: readonly Locale[] = ['he', 'en', 'ar', 'ru'];

const STORED_UNDER = 'kesher-locale';
const RIGHT_TO_LEFT: readonly Locale[] = ['he', 'ar'];

/** Each language's name in itself, for the switch. */
export const LOCALE_NAMES: Record<Locale, string> = {
  he: 'עברית',
  en: 'English',
  ar: 'العربية',
  ru: 'Русский',
};

export function directionOf(locale: Locale): Direction {
  return RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr';
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
