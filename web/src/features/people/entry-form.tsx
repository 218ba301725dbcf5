import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { toApiError } from '../../api/problem';
import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './entry-form.module.css';

/** What refusals mean where a link is used: the link is over, or somebody has the e-mail. */
export const LINK_REFUSALS: Readonly<Record<string, MessageKey>> = {
  not_found: 'people.link_over',
  conflict: 'people.email_taken',
};

interface EntryFormProps {
  children: ReactNode;
  action: string;
  isPending: boolean;
  error: unknown;
  /** What a code means here, where that is more than it means elsewhere. */
  refusals?: Readonly<Record<string, MessageKey>>;
  onSubmit: () => void;
}

/** Fields, what went wrong with them, and the one button that sends them. */
export function EntryForm({ children, action, isPending, error, refusals = {}, onSubmit }: EntryFormProps) {
  const { t } = useI18n();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const meant = error === null ? undefined : refusals[toApiError(error).problem.code];
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      {meant && (
        <p role="alert" className={classes.refused}>
          {t(meant)}
        </p>
      )}
      {error !== null && !meant && <ProblemNotice error={error} />}
      <Button type="submit" fullWidth loading={isPending}>
        {action}
      </Button>
    </form>
  );
}
