import { ActionIcon, SegmentedControl, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';

import { SignOutButton } from '../features/people/sign-out-button';
import { useI18n } from '../i18n/i18n-provider';
import { type Locale, LOCALE_NAMES, LOCALES } from '../i18n/locale';
import { Knot } from '../ui/knot';
import classes from './shell.module.css';

const SCHEMES = ['auto', 'light', 'dark'] as const;
const SCHEME_ICONS = { auto: IconSunMoon, light: IconSun, dark: IconMoon };

/** What stands round every screen: the way home, the language, the light. */
export function Shell() {
  const { t } = useI18n();
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.home} aria-label={t('shell.home')}>
          <Knot />
          <span className={classes.name}>{t('shell.name')}</span>
        </Link>
        {/* A screen puts its own title here; see `ui/header-slot`. */}
        <div id="header-slot" className={classes.slot} />
        <SignOutButton />
        <SchemeSwitch />
        <LanguageSwitch />
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function SchemeSwitch() {
  const { t } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = SCHEME_ICONS[colorScheme];
  const next = SCHEMES[(SCHEMES.indexOf(colorScheme) + 1) % SCHEMES.length] ?? 'auto';
  const label = t(`shell.scheme_${colorScheme}`);
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

function LanguageSwitch() {
  const { t, locale, setLocale } = useI18n();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('shell.language')}
      value={locale}
      onChange={(value) => setLocale(value as Locale)}
      data={LOCALES.map((value) => ({
        value,
        label: <span lang={value}>{LOCALE_NAMES[value]}</span>,
      }))}
    />
  );
}
