import { Button, Checkbox, Group, Modal, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { roomsQuery } from '../../api/queries';
import type { Capability, KeyCreate } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { useFocusBack } from '../../ui/use-focus-back';
import { type KeyDraft, keyOf, type Level, LEVELS, USUAL_DRAFT } from './key-draft';

const NAME_LIMIT_CHARS = 120;
const DAYS = ['30', '90', '365', 'never'] as const;

interface KeyFormProps {
  /** Whether its person administers, so that a key of theirs may, too. */
  mayAdminister: boolean;
  busy: boolean;
  error: unknown;
  onSubmit: (key: KeyCreate) => void;
  onClose: () => void;
}

/** A new key: what it is for, what it may at most, where, and for how long. */
export function KeyForm({ mayAdminister, busy, error, onSubmit, onClose }: KeyFormProps) {
  const { t } = useI18n();
  const [draft, setDraft] = useState<KeyDraft>(USUAL_DRAFT);
  useFocusBack();
  const change = (fields: Partial<KeyDraft>) => setDraft({ ...draft, ...fields });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(keyOf(draft));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.key_new')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('settings.key_name')}
            description={t('settings.key_name_explain')}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={NAME_LIMIT_CHARS}
            required
            data-autofocus
          />
          <Radio.Group
            label={t('settings.key_level')}
            value={draft.level}
            onChange={(value) => change({ level: value as Level })}
          >
            <Stack gap="xs" mt="xs">
              {LEVELS.map((level) => (
                <Radio key={level} value={level} label={t(`settings.level_${level}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <RoomsChoice rooms={draft.rooms} onChange={(rooms) => change({ rooms })} />
          <Checkbox.Group
            label={t('settings.key_besides')}
            value={draft.capabilities}
            onChange={(values) => change({ capabilities: values as Capability[] })}
          >
            <Stack gap="xs" mt="xs">
              {capabilitiesFor(mayAdminister).map((capability) => (
                <Checkbox
                  key={capability}
                  value={capability}
                  label={t(`settings.capability_${capability}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={t('settings.key_lasting')}
            value={draft.days === null ? 'never' : String(draft.days)}
            onChange={(value) => change({ days: value === 'never' ? null : Number(value) })}
            data={DAYS.map((value) => ({ value, label: t(`settings.lasting_${value}`) }))}
            allowDeselect={false}
          />
          {error !== null && <ProblemNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('settings.key_make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function capabilitiesFor(mayAdminister: boolean): Capability[] {
  return mayAdminister ? ['memory', 'agents', 'administration'] : ['memory'];
}

interface RoomsChoiceProps {
  rooms: string[] | null;
  onChange: (rooms: string[] | null) => void;
}

function RoomsChoice({ rooms, onChange }: RoomsChoiceProps) {
  const { t } = useI18n();
  const known = useQuery(roomsQuery).data ?? [];
  return (
    <div>
      <Radio.Group
        label={t('settings.key_rooms')}
        value={rooms === null ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('settings.rooms_all')} />
          <Radio value="some" label={t('settings.rooms_some')} />
        </Stack>
      </Radio.Group>
      {rooms !== null && (
        <MultiSelect
          mt="xs"
          aria-label={t('settings.rooms_some')}
          placeholder={rooms.length === 0 ? t('settings.rooms_choose') : ''}
          value={rooms}
          onChange={onChange}
          data={known.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
        />
      )}
    </div>
  );
}
