import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';

import { meQuery } from '../api/queries';
import { useI18n } from '../i18n/i18n-provider';
import { LanguageChoice, SchemeChoice } from './appearance';
import classes from './main-navigation.module.css';
import { isCurrent, NAV } from './navigation';

// Without this a place would open in the section of the one that is left.
const ANEW = { section: undefined };

/** The way between the places, in the bar; on a narrow screen `NavigationMenu` takes its place. */
export function NavigationBar() {
  const { t } = useI18n();
  return (
    <nav className={classes.bar} aria-label={t('shell.navigation')}>
      <Places />
    </nav>
  );
}

/** The same way behind a button, for a screen that is too narrow for the bar. */
export function NavigationMenu() {
  const { t } = useI18n();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.menu')}
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        size="17rem"
        title={t('shell.name')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        attributes={{ header: { role: 'presentation' } }}
        classNames={{ content: classes.drawer, header: classes.drawer, title: classes.title }}
      >
        <nav className={classes.menu} aria-label={t('shell.navigation')}>
          <Places onChosen={close} />
        </nav>
        <div className={classes.choices}>
          <LanguageChoice />
          <SchemeChoice />
        </div>
      </Drawer>
    </>
  );
}

function Places({ onChosen }: { onChosen?: () => void }) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Whoever is not in yet is led nowhere but in.
  if (me && !me.signed_in) return null;
  return NAV.map((place) => (
    <Link
      key={place.to}
      to={place.to}
      params={ANEW}
      activeOptions={{ exact: true }}
      className={classes.place}
      aria-current={isCurrent(place, pathname) ? 'page' : undefined}
      onClick={onChosen}
    >
      <place.icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
      {t(place.label)}
    </Link>
  ));
}
