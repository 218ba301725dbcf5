import { Skeleton } from '@mantine/core';

import { useI18n } from '../i18n/i18n-provider';
import classes from './pending-screen.module.css';

/** What stands in a screen's place while its code is on the way; it comes in late and softly. */
export function PendingScreen() {
  const { t } = useI18n();
  return (
    <div className={classes.pending} role="status" aria-label={t('common.loading')}>
      <Skeleton height="2rem" width="40%" radius="md" />
      <Skeleton height="1rem" width="75%" radius="md" />
      <Skeleton height="1rem" width="65%" radius="md" />
      <Skeleton height="9rem" radius="md" mt="md" />
    </div>
  );
}
