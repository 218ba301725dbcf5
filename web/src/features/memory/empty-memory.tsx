import { Button } from '@mantine/core';
import { IconBrain } from '@tabler/icons-react';
import { useState } from 'react';

import { memoryActs } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { SayBox } from './say-box';
import { useMemoryAct } from './use-memory';

/** Nothing is remembered yet: what memory is, and two ways to see it work. */
export function EmptyMemory() {
  const { t } = useI18n();
  const [isSaying, setSaying] = useState(false);
  const sample = useMemoryAct((tenant, _: null) => memoryActs.sample(tenant));
  return (
    <>
      <EmptyState
        icon={<IconBrain size={44} stroke={1.2} />}
        title={t('memory.empty_title')}
        actions={
          <>
            <Button loading={sample.isPending} onClick={() => sample.mutate(null)}>
              {t('memory.empty_sample')}
            </Button>
            <Button variant="default" onClick={() => setSaying(true)} aria-expanded={isSaying}>
              {t('memory.empty_add')}
            </Button>
          </>
        }
      >
        <p>{t('memory.empty_explain')}</p>
        <p>{t('memory.empty_sample_note')}</p>
      </EmptyState>
      {sample.isError && <ProblemNotice error={sample.error} />}
      {isSaying && <SayBox thread={null} />}
    </>
  );
}
