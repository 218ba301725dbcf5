import { Button, Checkbox } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api, bodyOf } from '../../api/client';
import type { PasswordSet } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { EntryForm, LINK_REFUSALS } from './entry-form';
import { PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';
import { useEntry } from './use-entry';

/** Where a link to set a password leads. */
export function PasswordPage() {
  const { t } = useI18n();
  const secret = useSecretOfLink();
  const entry = useEntry({ password: '' }, { isNew: true });
  const [revokesKeys, setRevokesKeys] = useState(false);
  const set = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/password', {
          body: { secret, ...entry.values, revoke_keys: revokesKeys },
        }),
      ),
    meta: { ownSession: true },
  });
  if (set.isSuccess) return <Done result={set.data} />;
  return (
    <EmptyState icon={<IconKey size={40} stroke={1.3} />} title={t('people.password_title')}>
      <EntryForm
        action={t('people.set_password')}
        isPending={set.isPending}
        error={set.error}
        refusals={LINK_REFUSALS}
        onSubmit={() => entry.send(set.mutate)}
      >
        <PasswordField isNew {...entry.field('password')} />
        <RevokeKeys checked={revokesKeys} onChange={setRevokesKeys} />
      </EntryForm>
    </EmptyState>
  );
}

interface RevokeKeysProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Programs go on with their keys after a new password, unless that is asked. */
export function RevokeKeys({ checked, onChange }: RevokeKeysProps) {
  const { t } = useI18n();
  return (
    <Checkbox
      label={t('people.revoke_keys')}
      description={t('people.revoke_keys_explain')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function Done({ result }: { result: PasswordSet }) {
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
    >
      {result.keys_valid > 0 && <p>{t('people.keys_valid', { count: result.keys_valid })}</p>}
    </EmptyState>
  );
}
