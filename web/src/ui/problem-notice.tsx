import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

import { type ApiError, toApiError } from '../api/problem';
import { useI18n } from '../i18n/i18n-provider';
import { isMessageKey, type Translate } from '../i18n/translate';
import { Directed } from './directed';
import classes from './problem-notice.module.css';

/** Say a coded error in the page's language; null where only the server's own words exist. */
export function sayProblem(t: Translate, code: string): string | null {
  const key = `problem.${code}`;
  return isMessageKey(key) ? t(key) : null;
}

interface ProblemNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** What went wrong, in plain words, with the server's account below and a way on. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const { t } = useI18n();
  const { problem }: ApiError = toApiError(error);
  const said = sayProblem(t, problem.code);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle size={20} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {said && <p className={classes.said}>{said}</p>}
        {problem.status > 0 && (
          <Directed className={said ? classes.detail : classes.said}>{problem.detail}</Directed>
        )}
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
