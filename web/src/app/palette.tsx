import '@mantine/spotlight/styles.layer.css';

import { Spotlight, spotlight } from '@mantine/spotlight';
import {
  IconBolt,
  IconBooks,
  IconFileText,
  IconLayoutDashboard,
  IconMessage,
  IconSearch,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { useI18n } from '../i18n/i18n-provider';
import { Keys } from '../ui/keys';
import { Name } from '../ui/name';
import classes from './palette.module.css';
import { matching, type PaletteGroup } from './palette-items';
import { usePaletteItems } from './use-palette-items';

const ICONS = {
  room: IconBooks,
  thread: IconMessage,
  document: IconFileText,
  place: IconLayoutDashboard,
  action: IconBolt,
};

interface PaletteProps {
  /** Grows each time the palette is called for. */
  calls: number;
  onHelp: () => void;
}

/** Goes anywhere and does anything by a few letters of its name. */
export function Palette({ calls, onHelp }: PaletteProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (calls > 0) spotlight.open();
  }, [calls]);
  const items = usePaletteItems({ isSearching: typed.trim().length > 1, onHelp });
  const groups = matching(items, typed);
  const list = useFirstChosen(typed, groups);
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      attributes={{ content: { 'aria-label': t('shell.palette') } }}
      size="38rem"
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette_placeholder')}
        aria-label={t('shell.palette')}
        leftSection={<IconSearch size={19} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList ref={list} mah="min(27rem, calc(76dvh - 8rem))">
        {groups.map((group) => (
          <Group key={group.kind} group={group} />
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t('shell.palette_none')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes.footer}>
        <span>
          <Keys chord="Enter" /> {t('shell.palette_open')}
        </span>
        <span>
          <Keys chord="Escape" /> {t('common.close')}
        </span>
        <span>
          <Keys chord="Mod+Slash" /> {t('shell.shortcuts')}
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/**
 * Keeps something chosen for Enter.
 *
 * Spotlight marks the first result once, when something is typed; what comes from the server later
 * takes its place unmarked, and Enter would do nothing.
 */
function useFirstChosen(typed: string, groups: readonly PaletteGroup[]) {
  const list = useRef<HTMLDivElement>(null);
  const shown = groups.flatMap(({ items }) => items.map(({ id }) => id)).join(' ');
  useEffect(() => {
    if (typed.trim() === '' || list.current?.querySelector('[data-selected]')) return;
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [typed, shown]);
  return list;
}

function Group({ group }: { group: PaletteGroup }) {
  const { t } = useI18n();
  const Icon = ICONS[group.kind];
  return (
    <Spotlight.ActionsGroup label={t(`shell.palette_${group.kind}`)}>
      {group.items.map((item) => (
        <Spotlight.Action key={item.id} onClick={item.run} className={classes.action}>
          <Icon size={19} stroke={1.6} aria-hidden className={classes.icon} />
          <span className={classes.words}>
            <Name className="one-line">{item.title}</Name>
            {item.hint !== undefined && (
              <span className={classes.hint}>
                <Name className="one-line">{item.hint}</Name>
              </span>
            )}
          </span>
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
}
