import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './shown-once.module.css';

interface ShownOnceProps {
  /** A link that the server keeps only the hash of. */
  value: string;
  /** What it is for, where more is to be said than that it is shown once. */
  explain?: string;
  onClose: () => void;
}

/** A link that is shown this once, to be copied and handed on. */
export function ShownOnce({ value, explain, onClose }: ShownOnceProps) {
  const { t } = useI18n();
  return (
    <div className={classes.once} role="status">
      <p className={classes.words}>{explain ?? t('people.link_once')}</p>
      <div className={classes.line}>
        <TextInput
          className={classes.value}
          value={value}
          readOnly
          dir="ltr"
          aria-label={t('people.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              onClick={copy}
            >
              {t(copied ? 'people.link_copied' : 'people.link_copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  );
}
