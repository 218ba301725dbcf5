import { IconAdjustmentsHorizontal, IconBooks, IconBrain, IconListSearch, IconRoute } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

import type { MessageKey } from '../i18n/translate';

export interface Place {
  to: NonNullable<LinkProps['to']>;
  label: MessageKey;
  icon: typeof IconBooks;
  /** Beginnings of the addresses that belong to the place besides its own. */
  holds: readonly string[];
}

/** The places of the main navigation, in the order in which they are shown. */
export const NAV: readonly Place[] = [
  { to: '/', label: 'shell.nav_rooms', icon: IconBooks, holds: ['/rooms/', '/answers/'] },
  {
    to: '/memory/{-$section}',
    label: 'memory.title',
    icon: IconBrain,
    holds: ['/memory'],
  },
  { to: '/how', label: 'shell.nav_how', icon: IconRoute, holds: [] },
  {
    to: '/requests',
    label: 'shell.nav_requests',
    icon: IconListSearch,
    holds: ['/requests/'],
  },
  {
    to: '/settings/{-$section}',
    label: 'shell.nav_settings',
    icon: IconAdjustmentsHorizontal,
    holds: ['/settings'],
  },
];

/** Whether the address that is open belongs to a place. */
export function isCurrent(place: Pick<Place, 'to' | 'holds'>, pathname: string): boolean {
  return pathname === place.to || place.holds.some((beginning) => pathname.startsWith(beginning));
}
