import { PasswordInput, Progress, TextInput } from '@mantine/core';

import { useI18n } from '../../i18n/i18n-provider';
import { type EntryFault, LEAST_PASSWORD_CHARS, strengthFraction, strengthOf } from './entry-check';
import classes from './entry-form.module.css';

// Of the whole box, so that the eye of a password stands at the end of what is typed.
const LTR = { wrapper: { dir: 'ltr' } };

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  fault?: EntryFault | undefined;
}

function useFault(fault: EntryFault | undefined): string | undefined {
  const { t } = useI18n();
  return fault && t(`people.fault_${fault}`, { count: LEAST_PASSWORD_CHARS });
}

export function EmailField({ value, onChange, fault }: FieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      type="email"
      name="email"
      label={t('people.email')}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={useFault(fault)}
      onChange={(event) => onChange(event.currentTarget.value)}
      attributes={LTR}
      autoFocus
      required
    />
  );
}

export function NameField({ value, onChange, fault }: FieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      name="name"
      label={t('people.name')}
      autoComplete="name"
      value={value}
      error={useFault(fault)}
      onChange={(event) => onChange(event.currentTarget.value)}
      attributes={{ input: { dir: 'auto' } }}
      required
    />
  );
}

interface PasswordFieldProps extends FieldProps {
  /** It is chosen here, and not one that was chosen before. */
  isNew?: boolean;
  label?: string;
}

/** A password that is typed to come in, or one that is chosen anew. */
export function PasswordField({ isNew = false, label, value, onChange, fault }: PasswordFieldProps) {
  const { t } = useI18n();
  return (
    <div>
      <PasswordInput
        name={isNew ? 'new-password' : 'password'}
        label={label ?? t(isNew ? 'people.new_password' : 'people.password')}
        description={isNew && t('people.password_rule', { count: LEAST_PASSWORD_CHARS })}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={useFault(fault)}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('people.show_password') }}
        attributes={LTR}
        required
      />
      {isNew && <StrengthOfPassword password={value} />}
    </div>
  );
}

const COLORS = { short: 'var(--danger)', enough: 'var(--mark-strong)', good: 'var(--good)' } as const;

function StrengthOfPassword({ password }: { password: string }) {
  const { t } = useI18n();
  const strength = strengthOf(password);
  if (strength === 'none') return null;
  return (
    <div className={classes.strength}>
      <Progress
        value={strengthFraction(password) * 100}
        color={COLORS[strength]}
        size="xs"
        aria-hidden
      />
      <span role="status">{t(`people.strength_${strength}`)}</span>
    </div>
  );
}
