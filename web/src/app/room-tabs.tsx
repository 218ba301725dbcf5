import { IconFile, IconFiles, IconMessage } from '@tabler/icons-react';

import { useI18n } from '../i18n/i18n-provider';
import classes from './room-tabs.module.css';

export type Pane = 'documents' | 'chat' | 'viewer';

const ICONS = { documents: IconFiles, chat: IconMessage, viewer: IconFile };
const PANES: readonly Pane[] = ['documents', 'chat', 'viewer'];

interface RoomTabsProps {
  pane: Pane;
  canView: boolean;
  onPane: (pane: Pane) => void;
}

/** On a narrow screen the panes stand one behind the other, and these bring one to the front. */
export function RoomTabs({ pane, canView, onPane }: RoomTabsProps) {
  const { t } = useI18n();
  return (
    <nav className={classes.tabs} aria-label={t('room.panes')}>
      {PANES.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.tab}
            aria-current={pane === name || undefined}
            disabled={name === 'viewer' && !canView}
            onClick={() => onPane(name)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            {t(`room.pane_${name}`)}
          </button>
        );
      })}
    </nav>
  );
}
