import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

import { toApiError } from '../api/problem';
import { useI18n } from '../i18n/i18n-provider';
import classes from './problem-notice.module.css';
import { ProblemWords } from './problem-words';

interface ProblemNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** What went wrong and, where there is one, the way on. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const { t } = useI18n();
  const { problem } = toApiError(error);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle size={20} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <ProblemWords code={problem.code} detail={problem.status > 0 ? problem.detail : null} />
      </div>
      {onRetry && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
        >
          {t('common.try_again')}
        </Button>
      )}
    </div>
  );
}
