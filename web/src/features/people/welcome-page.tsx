import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

import { api, bodyOf } from '../../api/client';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { EntryForm, LINK_REFUSALS } from './entry-form';
import { EmailField, NameField, PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';
import { useComeIn } from './use-come-in';
import { useEntry } from './use-entry';

/** Where the link that the server printed leads: the first administrator's account. */
export function WelcomePage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const secret = useSecretOfLink();
  const entry = useEntry({ email: '', name: '', password: '' }, { isNew: true });
  const make = useComeIn<void>({
    come: () => bodyOf(api.POST('/api/first-administrator', { body: { secret, ...entry.values } })),
    onIn: () => void navigate({ to: '/', replace: true }),
  });
  return (
    <EmptyState icon={<IconUserPlus size={40} stroke={1.3} />} title={t('people.welcome_title')}>
      <p>{t('people.welcome_explain')}</p>
      <EntryForm
        action={t('people.make_account')}
        isPending={make.isPending}
        error={make.error}
        refusals={LINK_REFUSALS}
        onSubmit={() => entry.send(make.mutate)}
      >
        <EmailField {...entry.field('email')} />
        <NameField {...entry.field('name')} />
        <PasswordField isNew {...entry.field('password')} />
      </EntryForm>
    </EmptyState>
  );
}
