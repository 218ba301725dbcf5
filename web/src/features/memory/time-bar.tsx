import { Anchor, Button, Popover, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import { dayOf } from './memory-address';
import classes from './memory-page.module.css';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

/** The two times: what was true on a day, and by what was known by a day. */
export function TimeBar() {
  const { t } = useI18n();
  const { address, look } = useMemory();
  const isPast = address.asOf !== undefined || address.knownAt !== undefined;
  return (
    <section className={classes.time} aria-label={t('memory.time')} data-past={isPast || undefined}>
      <DayField
        label={t('memory.as_of')}
        value={address.asOf}
        onChange={(asOf) => look({ asOf })}
      />
      <DayField
        label={t('memory.known_at')}
        value={address.knownAt}
        onChange={(knownAt) => look({ knownAt })}
      />
      <p className={classes.said} role="status">
        <Sentence /> <Help />
      </p>
      {isPast && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => look({ asOf: null, knownAt: null })}
        >
          {t('memory.time_reset')}
        </Button>
      )}
    </section>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | null) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      className={classes.day}
      size="xs"
      type="date"
      label={label}
      max={dayOf(new Date())}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

function Sentence() {
  const { t } = useI18n();
  const { asOf, knownAt } = useMemory().address;
  const { bareDay } = useDays();
  if (asOf !== undefined && knownAt !== undefined) {
    return t('memory.time_both', { day: bareDay(asOf), known: bareDay(knownAt) });
  }
  if (asOf !== undefined) return t('memory.time_as_of', { day: bareDay(asOf) });
  if (knownAt !== undefined) return t('memory.time_known', { known: bareDay(knownAt) });
  return t('memory.time_now');
}

function Help() {
  const { t } = useI18n();
  return (
    <Popover width="20rem" shadow="md" position="bottom">
      <Popover.Target>
        <Anchor component="button" type="button" size="sm" underline="always">
          {t('memory.time_help')}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown className={classes.help} aria-label={t('memory.time_help')}>
        <p>{t('memory.time_help_true')}</p>
        <p>{t('memory.time_help_known')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
