import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { EntryForm } from './entry-form';
import { EmailField, NameField, PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';
import { useComeIn } from './use-come-in';

/** Where the link that the server printed leads: the first administrator's account. */
export function WelcomePage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const secret = useSecretOfLink();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const make = useComeIn<void>({
    come: () => bodyOf(api.POST('/api/first-administrator', { body: { secret, email, name, password } })),
    onIn: () => void navigate({ to: '/', replace: true }),
  });
  return (
    <EmptyState icon={<IconUserPlus size={40} stroke={1.3} />} title={t('people.welcome_title')}>
      <p>{t('people.welcome_explain')}</p>
      <EntryForm
        action={t('people.make_account')}
        isPending={make.isPending}
        error={make.error}
        onSubmit={() => make.mutate()}
      >
        <EmailField value={email} onChange={setEmail} />
        <NameField value={name} onChange={setName} />
        <PasswordField isNew value={password} onChange={setPassword} />
      </EntryForm>
    </EmptyState>
  );
}
