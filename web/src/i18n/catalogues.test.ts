import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';

import { catalogueOf, loadCatalogue } from './catalogues';
import { chooseLocale, directionOf, type Locale, LOCALES } from './locale';
import { createTranslate, isMessageKey, type MessageKey } from './translate';

const en = catalogueOf('en');

const WRITTEN_IN: readonly [Locale, RegExp][] = [
  ['he', /[א-ת]/],
  ['ar', /[\u0621-\u064a]/],
  ['ru', /[а-яё]/i],
];

/** The forms in the order in which a message holds them, beside those that every language has. */
const PLURAL_FORMS: readonly [Locale, RegExp][] = [
  ['ar', / zero \{.* one \{.* two \{.* few \{.* many \{/],
  ['ru', / few \{.* many \{/],
];

const keysOf = (catalogue: object) => Object.keys(catalogue) as MessageKey[];

/** Names that a message fills in, at any depth of its plurals. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  JSON.stringify(new IntlMessageFormat(message, 'en').getAst(), (key, value: unknown) => {
    const node = value as { type?: number; value?: unknown } | null;
    // Type 0 is plain text and 7 the `#` of a plural; every other element names an argument.
    if (key !== 'style' && typeof node?.value === 'string' && node.type !== 0) found.add(node.value);
    return value;
  });
  return [...found].sort();
}

describe('the catalogues', () => {
  it('have the same keys in every language', () => {
    for (const locale of LOCALES) {
      expect(keysOf(catalogueOf(locale)).sort()).toEqual(keysOf(en).sort());
    }
  });

  it.each(keysOf(en))('fill in the same values in every language: %s', (key) => {
    for (const locale of LOCALES) {
      expect(argumentsOf(catalogueOf(locale)[key])).toEqual(argumentsOf(en[key]));
    }
  });

  it.each(WRITTEN_IN)('hold the letters of %s in its own one and none in the English one', (locale, letters) => {
    expect(keysOf(en).filter((key) => letters.test(en[key]))).toEqual([]);
    const catalogue = catalogueOf(locale);
    expect(keysOf(catalogue).filter((key) => !letters.test(catalogue[key]))).toEqual([]);
  });

  it.each(PLURAL_FORMS)('have every plural form of %s wherever the English one counts', (locale, forms) => {
    const catalogue = catalogueOf(locale);
    const counting = (message: string) => /, plural,[^#]*\bone \{/.test(message);
    const short = keysOf(en).filter((key) => counting(en[key]) && !forms.test(catalogue[key]));
    expect(short).toEqual([]);
  });
});

describe('createTranslate', () => {
  it.each([
    ['he', 0, 'אין מסמכים'],
    ['he', 1, 'מסמך אחד'],
    ['he', 2, 'שני מסמכים'],
    ['he', 12, '12 מסמכים'],
    ['en', 1, '1 document'],
    ['ar', 0, 'لا مستندات'],
    ['ar', 1, 'مستند واحد'],
    ['ar', 2, 'مستندان'],
    ['ar', 7, '7 مستندات'],
    ['ar', 12, '12 مستندًا'],
    ['ar', 100, '100 مستند'],
    ['ru', 1, '1 документ'],
    ['ru', 3, '3 документа'],
    ['ru', 11, '11 документов'],
    ['ru', 21, '21 документ'],
    ['en', 1200, '1,200 documents'],
  ] as const)('counts in %s: %i', (locale, count, said) => {
    expect(createTranslate(locale)('rooms.documents', { count })).toBe(said);
  });

  it('isolates a text that is filled in, and leaves numbers alone', () => {
    const said = createTranslate('he')('documents.delete_title', { name: 'report (v2).pdf' });
    expect(said).toBe('למחוק את \u2068report (v2).pdf\u2069?');
    expect(createTranslate('en')('documents.reading', { done: 3, total: 1200 })).toBe(
      'Reading: page 3 of 1,200',
    );
  });

  it('knows which codes of errors it can say', () => {
    expect(isMessageKey('problem.document.encrypted')).toBe(true);
    expect(isMessageKey('problem.something.else')).toBe(false);
    expect(isMessageKey('toString')).toBe(false);
  });
});

describe('loadCatalogue', () => {
  it('tells of a language that has no catalogue', async () => {
    await expect(loadCatalogue('xx' as Locale)).rejects.toThrow('no catalogue for the language `xx`');
  });
});

describe('chooseLocale', () => {
  it('prefers what was chosen before, then the browser, then English', () => {
    expect(chooseLocale('en', ['he-IL'])).toBe('en');
    expect(chooseLocale(null, ['fr-FR', 'he-IL', 'en'])).toBe('he');
    expect(chooseLocale(null, ['iw'])).toBe('he');
    expect(chooseLocale('xx', ['ru-RU', 'he'])).toBe('ru');
    expect(chooseLocale('xx', ['fr'])).toBe('en');
  });

  it('takes Arabic of any country', () => {
    expect(chooseLocale(null, ['ar-EG', 'en'])).toBe('ar');
  });

  it('runs Hebrew and Arabic from the right', () => {
    expect((['he', 'en', 'ar', 'ru'] as const).map(directionOf)).toEqual(['rtl', 'ltr', 'rtl', 'ltr']);
  });
});
