import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api, done } from '../../api/client';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { EntryForm } from './entry-form';
import { PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';

/** Where a link to set a password leads. */
export function PasswordPage() {
  const { t } = useI18n();
  const secret = useSecretOfLink();
  const [password, setPassword] = useState('');
  const set = useMutation({
    mutationFn: () => done(api.POST('/api/password', { body: { secret, password } })),
    meta: { ownSession: true },
  });
  const icon = <IconKey size={40} stroke={1.3} />;
  if (set.isSuccess) return <PasswordSet />;
  return (
    <EmptyState icon={icon} title={t('people.password_title')}>
      <EntryForm
        action={t('people.set_password')}
        isPending={set.isPending}
        error={set.error}
        onSubmit={() => set.mutate()}
      >
        <PasswordField isNew value={password} onChange={setPassword} />
      </EntryForm>
    </EmptyState>
  );
}

function PasswordSet() {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={<IconKey size={40} stroke={1.3} />}
      title={t('people.password_set')}
      actions={
        <Button component={Link} to="/">
          {t('people.to_sign_in')}
        </Button>
      }
    />
  );
}
