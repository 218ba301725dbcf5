import { ActionIcon } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './turn-list.module.css';

/** The way back to the newest question, while it is out of sight. */
export function ToNewest({ onGo }: { onGo: () => void }) {
  const { t } = useI18n();
  return (
    <ActionIcon
      className={classes.toNewest}
      variant="default"
      radius="xl"
      size="lg"
      aria-label={t('chat.to_newest')}
      title={t('chat.to_newest')}
      onClick={onGo}
    >
      <IconArrowDown size={18} />
    </ActionIcon>
  );
}
