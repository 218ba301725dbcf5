import { PasswordInput, TextInput } from '@mantine/core';

import { useI18n } from '../../i18n/i18n-provider';

// As the server has it; it says so itself where this is ever wrong.
const LEAST_CHARS = 10;
// Of the whole box, so that the eye of a password stands at the end of what is typed.
const LTR = { wrapper: { dir: 'ltr' } };

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({ value, onChange }: FieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      type="email"
      label={t('people.email')}
      autoComplete="username"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      attributes={LTR}
      autoFocus
      required
    />
  );
}

export function NameField({ value, onChange }: FieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      label={t('people.name')}
      autoComplete="name"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      attributes={{ input: { dir: 'auto' } }}
      required
    />
  );
}

/** A password that is typed to come in, or one that is chosen anew. */
export function PasswordField({ isNew = false, value, onChange }: FieldProps & { isNew?: boolean }) {
  const { t } = useI18n();
  return (
    <PasswordInput
      label={t(isNew ? 'people.new_password' : 'people.password')}
      description={isNew && t('people.password_rule', { count: LEAST_CHARS })}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? LEAST_CHARS : 1}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      attributes={LTR}
      required
    />
  );
}
