import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { LanguageChoice, RoomNameField } from './room-fields';
import type { RoomDraft } from './use-rooms';

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
      <Stack component="form" gap="md" onSubmit={submit}>
        <RoomNameField value={name} onChange={setName} autoFocus />
        <LanguageChoice chosen={ocrLanguages} onChange={setOcrLanguages} />
        {error !== null && <ProblemNotice error={error} />}
        <Group justify="flex-end">
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
      </Stack>
    </Modal>
  );
}
