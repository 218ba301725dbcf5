import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';

import { ApiError } from '../api/problem';
import { useI18n } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { ProblemNotice } from '../ui/problem-notice';
import { isMissingCode } from './missing-code';

/** What stands in a screen's place when it cannot be shown: why, and the way on. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useI18n();
  if (error instanceof ApiError) return <ProblemNotice error={error} onRetry={reset} />;
  const kind = isMissingCode(error) ? 'outdated' : 'broken';
  return (
    <EmptyState
      icon={<IconRefreshAlert size={40} stroke={1.3} />}
      title={t(`shell.${kind}_title`)}
      actions={<Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>}
    >
      <p>{t(`shell.${kind}_explain`)}</p>
      {kind === 'broken' && (
        <details>
          <summary>{t('common.details')}</summary>
          <code dir="ltr">{error instanceof Error ? error.message : String(error)}</code>
        </details>
      )}
    </EmptyState>
  );
}
