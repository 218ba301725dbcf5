import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';

import { useI18n } from '../i18n/i18n-provider';
import { useShortcuts } from '../ui/use-shortcuts';

const Palette = lazy(() => import('./palette').then(({ Palette: it }) => ({ default: it })));
const HelpSheet = lazy(() => import('./help-sheet').then(({ HelpSheet: it }) => ({ default: it })));

/** The palette and the help of keys, each fetched when it is first called for. */
export function Commands() {
  const { t } = useI18n();
  const [calls, setCalls] = useState(0);
  const [isHelping, setHelping] = useState(false);
  const call = useCallback(() => setCalls((count) => count + 1), []);
  const help = useCallback(() => setHelping(true), []);
  useShortcuts(t('shell.everywhere'), [
    { keys: 'Mod+KeyK', label: t('shell.palette'), run: call },
    { keys: 'Mod+Slash', label: t('shell.shortcuts'), run: help },
    { keys: 'Escape', label: t('shell.close_top') },
  ]);
  return (
    <>
      <Tooltip label={`${t('shell.palette')} (Ctrl K)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.palette')} onClick={call}>
          <IconSearch size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {calls > 0 && <Palette calls={calls} onHelp={help} />}
        {isHelping && <HelpSheet onClose={() => setHelping(false)} />}
      </Suspense>
    </>
  );
}
