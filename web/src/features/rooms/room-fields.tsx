import { Checkbox, Group, TextInput, useDirection } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { directionOf } from '../../ui/direction';

const NAME_LIMIT_CHARS = 200;
const LANGUAGES_LIMIT = 4;

interface RoomNameFieldProps {
  value: string;
  onChange: (name: string) => void;
  autoFocus?: boolean;
}

export function RoomNameField({ value, onChange, autoFocus = false }: RoomNameFieldProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  return (
    <TextInput
      label={t('rooms.name')}
      placeholder={t('rooms.name_example')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={NAME_LIMIT_CHARS}
      attributes={{ input: { dir: directionOf(value, dir) } }}
      required
      data-autofocus={autoFocus || undefined}
    />
  );
}

interface LanguageChoiceProps {
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** The languages in which pages that are pictures are read. */
export function LanguageChoice({ chosen, onChange }: LanguageChoiceProps) {
  const { t } = useI18n();
  const info = useQuery(infoQuery);
  const offered = [...new Set([...(info.data?.ocr_languages ?? []), ...chosen])];
  const nameOf = (code: string) => {
    const key = `language.${code}`;
    return isMessageKey(key) ? t(key) : code;
  };
  return (
    <Checkbox.Group
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
