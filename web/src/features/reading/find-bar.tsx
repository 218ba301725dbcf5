import { ActionIcon, Loader, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { useShortcuts } from '../../ui/use-shortcuts';
import classes from './find-bar.module.css';
import type { Shown } from './page-row';
import type { Find } from './use-find';

interface FindBarProps {
  find: Find;
  shown: Shown;
  onShown: (shown: Shown) => void;
}

/** Search within the document, and which side of its pages is shown. */
export function FindBar({ find, shown, onShown }: FindBarProps) {
  const { t } = useI18n();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(t('reading.title'), [
    { keys: ['Slash', 'Mod+KeyF'], label: t('reading.find'), run: () => field.current?.select() },
    { keys: ['KeyN', 'KeyJ'], label: t('reading.find_next'), run: () => find.step(1) },
    { keys: ['KeyP', 'KeyK'], label: t('reading.find_previous'), run: () => find.step(-1) },
  ]);
  const isEmpty = find.found.length === 0;
  return (
    <div className={classes.bar} role="search" aria-label={t('reading.find')}>
      <TextInput
        ref={field}
        className={classes.field}
        size="sm"
        aria-label={t('reading.find')}
        placeholder={t('reading.find')}
        value={find.query}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={find.isLooking && <Loader size={14} />}
        onChange={(event) => find.look(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') find.look('');
        }}
      />
      <span className={classes.steps}>
        <Step label={t('reading.find_previous')} isOff={isEmpty} onClick={() => find.step(-1)}>
          <IconChevronUp size={18} />
        </Step>
        <Step label={t('reading.find_next')} isOff={isEmpty} onClick={() => find.step(1)}>
          <IconChevronDown size={18} />
        </Step>
      </span>
      <span className={classes.count} role="status">
        {find.query.trim() !== '' && !find.isLooking && sayCount(find, t)}
      </span>
      <span className={classes.gap} />
      <SegmentedControl
        size="xs"
        aria-label={t('reading.shown')}
        value={shown}
        onChange={(value) => onShown(value as Shown)}
        data={(['both', 'picture', 'words'] as const).map((value) => ({
          value,
          label: t(`reading.shown_${value}`),
        }))}
      />
      {find.error !== null && <ProblemNotice error={find.error} />}
    </div>
  );
}

function sayCount(find: Find, t: ReturnType<typeof useI18n>['t']): string {
  if (find.found.length === 0) return t('reading.found_none');
  return t('reading.found', {
    index: find.index + 1,
    count: find.found.length,
    pages: find.byPage.size,
  });
}

interface StepProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Step({ label, isOff, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
