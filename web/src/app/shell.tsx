import { Link, Outlet } from '@tanstack/react-router';

import { SignOutButton } from '../features/people/sign-out-button';
import { useI18n } from '../i18n/i18n-provider';
import { Knot } from '../ui/knot';
import { LanguageSwitch, SchemeSwitch } from './appearance';
import { Commands } from './commands';
import { ConnectionNotice } from './connection-notice';
import { NavigationBar, NavigationMenu } from './main-navigation';
import classes from './shell.module.css';

/** What stands round every screen: the ways between the places, the language, the light. */
export function Shell() {
  const { t } = useI18n();
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={classes.header}>
        <NavigationMenu />
        <Link to="/" className={classes.home} aria-label={t('shell.home')}>
          <Knot />
          <span className={classes.name}>{t('shell.name')}</span>
        </Link>
        <NavigationBar />
        {/* A screen puts its own title here; see `ui/header-slot`. */}
        <div id="header-slot" className={classes.slot} />
        <Commands />
        <SignOutButton />
        <div className={classes.choices}>
          <SchemeSwitch />
          <LanguageSwitch />
        </div>
      </header>
      <ConnectionNotice />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
