import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { ProblemNotice } from '../../ui/problem-notice';
import classes from './entry-form.module.css';

interface EntryFormProps {
  children: ReactNode;
  action: string;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
}

/** Fields, what went wrong with them, and the one button that sends them. */
export function EntryForm({ children, action, isPending, error, onSubmit }: EntryFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {children}
      {error !== null && <ProblemNotice error={error} />}
      <Button type="submit" fullWidth loading={isPending}>
        {action}
      </Button>
    </form>
  );
}
