import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';

import { useI18n } from '../i18n/i18n-provider';
import classes from './connection-notice.module.css';
import { useConnection } from './use-connection';

/** A line under the bar while the server is out of reach: what still works, and that we try on. */
export function ConnectionNotice() {
  const { t } = useI18n();
  const { connection, tryNow } = useConnection();
  return (
    <div role="status">
      {connection !== 'open' && (
        <div className={classes.notice}>
          <IconPlugConnectedX size={20} stroke={1.6} aria-hidden className={classes.icon} />
          <p className={classes.words}>
            <strong>{t(`shell.lost_${connection}`)}</strong> {t('shell.lost_explain')}
          </p>
          <Button variant="default" size="compact-sm" onClick={tryNow}>
            {t('common.try_again')}
          </Button>
        </div>
      )}
    </div>
  );
}
