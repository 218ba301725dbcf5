import { Button, PasswordInput } from '@mantine/core';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './settings.module.css';

interface KeyFieldProps {
  /** Null: the stored key is kept. */
  value: string | null;
  /** The stored key's last characters; empty: none are told. */
  hint: string;
  /** Whether the stored key is one for this endpoint. */
  canKeep: boolean;
  onChange: (value: string | null) => void;
}

/** A key that only ever goes in: a stored one is named as set, and can be kept or replaced. */
export function KeyField({ value, hint, canKeep, onChange }: KeyFieldProps) {
  const { t } = useI18n();
  if (value === null && canKeep) {
    return (
      <div className={classes.keyKept}>
        <span className={classes.fieldName}>{t('settings.key')}</span>
        <span>
          {t('settings.key_set')} {hint !== '' && <bdi className="numbers">…{hint}</bdi>}
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
          {t('settings.key_replace')}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <PasswordInput
        label={t('settings.key')}
        description={t(canKeep || value !== null ? 'settings.key_explain' : 'settings.key_elsewhere')}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        attributes={{ wrapper: { dir: 'ltr' } }}
        visibilityToggleButtonProps={{ 'aria-label': t('settings.key_see') }}
        autoComplete="off"
        spellCheck={false}
      />
      {canKeep && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onChange(null)}>
          {t('settings.key_keep')}
        </Button>
      )}
    </div>
  );
}
