import { Button, Checkbox, Group, Modal, TextInput, useDirection } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { directionOf } from '../../ui/direction';
import { ProblemNotice } from '../../ui/problem-notice';
import type { RoomDraft } from './use-rooms';

const NAME_LIMIT_CHARS = 200;
const LANGUAGES_LIMIT = 4;
const DEFAULT_LANGUAGES = ['heb', 'eng'];

interface RoomFormProps {
  title: string;
  action: string;
  start?: RoomDraft;
  busy: boolean;
  error: unknown;
  onSubmit: (draft: RoomDraft) => void;
  onClose: () => void;
}

/** A room's name and the languages of its scans, for a new room or one that is there. */
export function RoomForm({ title, action, start, busy, error, onSubmit, onClose }: RoomFormProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const [name, setName] = useState(start?.name ?? '');
  const [ocrLanguages, setOcrLanguages] = useState(start?.ocrLanguages ?? DEFAULT_LANGUAGES);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ name, ocrLanguages });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        <TextInput
          label={t('rooms.name')}
          placeholder={t('rooms.name_example')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={NAME_LIMIT_CHARS}
          attributes={{ input: { dir: directionOf(name, dir) } }}
          required
          data-autofocus
        />
        <LanguageChoice chosen={ocrLanguages} onChange={setOcrLanguages} />
        {error !== null && <ProblemNotice error={error} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={name.trim() === '' || ocrLanguages.length === 0}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface LanguageChoiceProps {
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function LanguageChoice({ chosen, onChange }: LanguageChoiceProps) {
  const { t } = useI18n();
  const info = useQuery(infoQuery);
  const offered = [...new Set([...(info.data?.ocr_languages ?? []), ...chosen])];
  const nameOf = (code: string) => {
    const key = `language.${code}`;
    return isMessageKey(key) ? t(key) : code;
  };
  return (
    <Checkbox.Group
      mt="md"
      label={t('rooms.ocr_languages')}
      description={t(info.data?.ocr_languages.length === 0 ? 'rooms.ocr_missing' : 'rooms.ocr_languages_explain')}
      value={chosen}
      onChange={onChange}
    >
      <Group mt="xs" gap="md">
        {offered.map((code) => (
          <Checkbox
            key={code}
            value={code}
            label={nameOf(code)}
            disabled={!chosen.includes(code) && chosen.length >= LANGUAGES_LIMIT}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
