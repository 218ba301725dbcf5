import { Button } from '@mantine/core';

import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './turn-list.module.css';
import type { EarlierTurns } from './use-turns';

/** The turns before those shown, by a press: for whoever does not scroll, and after a failure. */
export function EarlierButton({ earlier }: { earlier: EarlierTurns }) {
  const { t } = useI18n();
  const { count, isReading, error, read } = earlier;
  if (count === 0) return null;
  return (
    <div className={classes.earlier}>
      {error !== null && <ProblemNotice error={error} />}
      <Button variant="subtle" size="compact-sm" loading={isReading} onClick={read}>
        {t('chat.earlier')}
      </Button>
    </div>
  );
}
