import {
  IconCpu,
  IconDatabaseExport,
  IconGauge,
  IconKey,
  IconLanguage,
  IconListCheck,
  IconReportMoney,
  IconStethoscope,
  IconUserCircle,
  IconUsers,
  IconVectorTriangle,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';

import type { Me } from '../../api/types';
import type { MessageKey } from '../../i18n/translate';

export interface SettingsSection {
  /** As in the address: `/settings/models`. */
  id: string;
  label: MessageKey;
  icon: typeof IconKey;
  isShown: (me: Me) => boolean;
  /** Its code comes when it is opened. */
  Part: ComponentType;
}

const administers = (me: Me) => me.administers;
const hasAccount = (me: Me) => me.person !== null;
const always = () => true;

/** Every section of the settings, in the order in which they are listed; a new one is a line here. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'me',
    label: 'people.me',
    icon: IconUserCircle,
    isShown: hasAccount,
    Part: lazy(() => import('../people/me-section')),
  },
  {
    id: 'people',
    label: 'people.title',
    icon: IconUsers,
    isShown: (me) => me.administers && me.mode === 'accounts',
    Part: lazy(() => import('../people/people-section')),
  },
  {
    id: 'languages',
    label: 'settings.languages',
    icon: IconLanguage,
    isShown: always,
    Part: lazy(() => import('./languages-section')),
  },
  {
    id: 'models',
    label: 'settings.models',
    icon: IconCpu,
    isShown: administers,
    Part: lazy(() => import('./models-section')),
  },
  {
    id: 'embeddings',
    label: 'settings.embeddings',
    icon: IconVectorTriangle,
    isShown: administers,
    Part: lazy(() => import('./embeddings-section')),
  },
  {
    id: 'keys',
    label: 'settings.keys',
    icon: IconKey,
    isShown: hasAccount,
    Part: lazy(() => import('./keys-section')),
  },
  {
    id: 'usage',
    label: 'settings.usage',
    icon: IconReportMoney,
    isShown: always,
    Part: lazy(() => import('./usage-section')),
  },
  {
    id: 'limits',
    label: 'settings.limits',
    icon: IconGauge,
    isShown: administers,
    Part: lazy(() => import('./limits-section')),
  },
  {
    id: 'audit',
    label: 'audit.title',
    icon: IconListCheck,
    isShown: administers,
    Part: lazy(() => import('../room-settings/server-audit-section')),
  },
  {
    id: 'backups',
    label: 'settings.backups',
    icon: IconDatabaseExport,
    isShown: administers,
    Part: lazy(() => import('./backups-section')),
  },
  {
    id: 'health',
    label: 'settings.health',
    icon: IconStethoscope,
    isShown: administers,
    Part: lazy(() => import('./health-section')),
  },
];

/** The sections that somebody sees. */
export function sectionsFor(me: Me | undefined): SettingsSection[] {
  return me === undefined ? [] : SECTIONS.filter(({ isShown }) => isShown(me));
}
