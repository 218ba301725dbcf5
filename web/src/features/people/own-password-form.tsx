import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { sessionsQuery } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { RevokeKeys } from './password-page';
import classes from './people.module.css';
import { PasswordField } from './person-fields';
import { useEntry } from './use-entry';

/** The present password and a new one; all one's other sessions end with it. */
export function OwnPasswordForm() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const present = useEntry({ password: '' });
  const next = useEntry({ password: '' }, { isNew: true });
  const [revokesKeys, setRevokesKeys] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      bodyOf(
        api.PUT('/api/me/password', {
          body: {
            present: present.values.password,
            new: next.values.password,
            revoke_keys: revokesKeys,
          },
        }),
      ),
    // A wrong present password is this form's own matter.
    meta: { ownSession: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    present.send(() => next.send(change.mutate));
  };
  if (change.data) {
    const { keys_valid: count } = change.data;
    return (
      <p role="status" className={classes.line}>
        {t('people.password_changed')} {count > 0 && t('people.keys_valid', { count })}
      </p>
    );
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField label={t('people.present_password')} {...present.field('password')} />
      <PasswordField isNew {...next.field('password')} />
      <RevokeKeys checked={revokesKeys} onChange={setRevokesKeys} />
      <p className={classes.soft}>{t('people.password_ends_sessions')}</p>
      {change.isError && <ProblemNotice error={change.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={change.isPending}>
          {t('people.change_password')}
        </Button>
      </div>
    </form>
  );
}
