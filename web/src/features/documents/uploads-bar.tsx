import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './documents-pane.module.css';
import { isUnderWay } from './upload-list';
import type { Uploads } from './use-uploads';

/** How many files are still on their way, with one Stop for all of them. */
export function UploadsBar({ uploads }: { uploads: Uploads }) {
  const { t } = useI18n();
  const count = uploads.uploads.filter(isUnderWay).length;
  if (count < 2) return null;
  return (
    <div className={classes.uploads} role="status">
      <span>{t('documents.uploads_left', { count })}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={uploads.stop}
      >
        {t('documents.uploads_stop')}
      </Button>
    </div>
  );
}
