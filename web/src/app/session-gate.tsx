import { Button, PasswordInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Fragment, type ReactNode, useCallback, useState } from 'react';

import { api, done } from '../api/client';
import { isSessionNeeded, toApiError } from '../api/problem';
import { meQuery } from '../api/queries';
import { SignIn } from '../features/people/sign-in';
import { useI18n } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { ProblemNotice } from '../ui/problem-notice';
import { PendingScreen } from './pending-screen';
import { useSessionOfTabs } from './session-tabs';

/** Shows the page to whoever is let in; to others the way in: an account's, or the server's token. */
export function SessionGate({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery);
  const person = me.data && (me.data.person?.id ?? '');
  const { refetch } = me;
  useSessionOfTabs(person, useCallback(() => void refetch(), [refetch]));
  if (me.isError && isSessionNeeded(me.error)) return <TokenForm />;
  if (me.data?.signed_in) return <Fragment key={person}>{children}</Fragment>;
  if (me.data) return <SignIn me={me.data} />;
  if (me.isError) return <ProblemNotice error={me.error} onRetry={() => void me.refetch()} />;
  return <PendingScreen />;
}

function TokenForm() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const open = useMutation({
    mutationFn: () => done(api.POST('/api/session', { body: { token } })),
    // A refused token is this form's own matter.
    meta: { ownSession: true },
    onSuccess: () => queries.resetQueries(),
  });
  const isRefused = open.isError && isRefusal(open.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate();
  };
  return (
    <EmptyState icon={<IconKey size={40} stroke={1.3} />} title={t('session.title')}>
      <p>{t('session.explain')}</p>
      <form onSubmit={submit}>
        <PasswordInput
          label={t('session.token')}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          attributes={{ wrapper: { dir: 'ltr' } }}
          autoFocus
          required
          error={isRefused && t('session.wrong')}
        />
        {open.isError && !isRefused && <ProblemNotice error={open.error} />}
        <Button type="submit" fullWidth mt="md" loading={open.isPending}>
          {t('session.open')}
        </Button>
      </form>
    </EmptyState>
  );
}

/** Whether the server was reached and did not take the token. */
function isRefusal(error: unknown): boolean {
  const { status } = toApiError(error).problem;
  return status >= 400 && status < 500;
}
