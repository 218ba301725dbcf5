import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './settings.module.css';

/** A command for the server's machine, to be copied. */
export function CommandLine({ command }: { command: string }) {
  const { t } = useI18n();
  return (
    <div className={classes.command} dir="ltr">
      <code>{command}</code>
      <CopyButton value={command}>
        {({ copied, copy }) => {
          const label = t(copied ? 'settings.copied' : 'settings.copy');
          return (
            <Tooltip label={label}>
              <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
                {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </div>
  );
}
