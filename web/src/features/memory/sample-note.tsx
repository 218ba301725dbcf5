import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { memoryThreadsQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './facts.module.css';
import { useMemory } from './use-memory';

/** The sample's conversation, as the server calls it. */
export const SAMPLE_THREAD = 'שיחה לדוגמה';

/** Says of what is on the screen that it is our sample, while it is all that there is. */
export function SampleNote() {
  const { t } = useI18n();
  const { tenant, look } = useMemory();
  const threads = useQuery(memoryThreadsQuery(tenant)).data ?? [];
  if (threads.length !== 1 || threads[0]?.id !== SAMPLE_THREAD) return null;
  return (
    <p className={classes.note}>
      <span>{t('memory.sample_here')}</span>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => look({ thread: SAMPLE_THREAD, message: null, entity: null }, 'erase')}
      >
        {t('memory.sample_erase')}
      </Button>
    </p>
  );
}
