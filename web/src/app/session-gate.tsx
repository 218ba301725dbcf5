import { Button, PasswordInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';

import { api, done } from '../api/client';
import { toApiError } from '../api/problem';
import { useI18n } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';
import { ProblemNotice } from '../ui/problem-notice';
import type { SessionNeed } from './session-need';

interface SessionGateProps {
  need: SessionNeed;
  children: ReactNode;
}

/** Shows the page, or, where the server asks for its token, the field to give it. */
export function SessionGate({ need, children }: SessionGateProps) {
  const needed = useSyncExternalStore(need.subscribe, need.isNeeded);
  return needed ? <TokenForm onOpen={need.satisfied} /> : children;
}

function TokenForm({ onOpen }: { onOpen: () => void }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const open = useMutation({
    mutationFn: () => done(api.POST('/api/session', { body: { token } })),
    // A refused token is this form's own matter.
    meta: { ownSession: true },
    onSuccess: () => {
      onOpen();
      return queries.resetQueries();
    },
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
          attributes={{ input: { dir: 'ltr' } }}
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
