import { ActionIcon, Menu, SegmentedControl, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLanguage, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { useI18n } from '../i18n/i18n-provider';
import { type Locale, LOCALE_NAMES, LOCALES } from '../i18n/locale';

const SCHEMES = ['auto', 'light', 'dark'] as const;
const SCHEME_ICONS = { auto: IconSunMoon, light: IconSun, dark: IconMoon };

type Scheme = (typeof SCHEMES)[number];

/** Light, dark, or as the system has it: each press brings the next. */
export function SchemeSwitch() {
  const { t } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = SCHEME_ICONS[colorScheme];
  const label = t(`shell.scheme_${colorScheme}`);
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(nextScheme(colorScheme))}
      >
        <Icon size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

export function nextScheme(scheme: Scheme): Scheme {
  return SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? 'auto';
}

/** The same choice spelled out, where there is room for words. */
export function SchemeChoice() {
  const { t } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="sm"
      aria-label={t('shell.appearance')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as Scheme)}
      data={SCHEMES.map((value) => ({ value, label: t(`shell.scheme_${value}_short`) }))}
    />
  );
}

/** Chooses the page's language; each is named in itself. */
export function LanguageSwitch() {
  const { t, locale } = useI18n();
  const choose = useChooseLocale();
  const label = `${t('shell.language')}: ${LOCALE_NAMES[locale]}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          loading={choose.isPending}
        >
          <IconLanguage size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((value) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={value === locale}
            closeMenuOnClick
            checkIcon={<IconCheck size={16} aria-hidden />}
            onChange={() => choose.mutate(value)}
          >
            <span lang={value}>{LOCALE_NAMES[value]}</span>
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same choice for the menu of a narrow screen. */
export function LanguageChoice() {
  const { t, locale } = useI18n();
  const choose = useChooseLocale();
  return (
    <SegmentedControl
      fullWidth
      size="sm"
      aria-label={t('shell.language')}
      value={locale}
      onChange={(value) => choose.mutate(value as Locale)}
      data={LOCALES.map((value) => ({
        value,
        label: <span lang={value}>{LOCALE_NAMES[value]}</span>,
      }))}
    />
  );
}

/** Change the language once its words are here; a failure leaves the page as it is. */
export function useChooseLocale() {
  const { setLocale } = useI18n();
  return useMutation({ mutationFn: setLocale });
}
