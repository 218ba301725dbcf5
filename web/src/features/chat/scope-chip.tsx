import { Button, Checkbox, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { documentsQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { folded } from '../../ui/fuzzy';
import { Name } from '../../ui/name';
import classes from './scope-chip.module.css';
import type { ChosenDocuments } from './use-chosen-documents';

interface ScopeChipProps {
  roomId: string;
  scope: ChosenDocuments;
}

/** Where the next question is searched: in all of the room, or in documents that were chosen. */
export function ScopeChip({ roomId, scope }: ScopeChipProps) {
  const { t } = useI18n();
  const documents = useQuery(documentsQuery(roomId)).data ?? [];
  const ready = documents.filter(({ state }) => state === 'ready');
  const chosen = documents.filter(({ id }) => scope.ids.includes(id));
  const isLimited = scope.ids.length > 0;
  if (ready.length < 2 && !isLimited) return null;
  const only = chosen.length === 1 ? chosen[0] : undefined;
  return (
    <div className={classes.chip} data-limited={isLimited || undefined}>
      <Popover position="top-start" width={340} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            className={classes.door}
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconFilter size={14} stroke={1.6} aria-hidden />}
            aria-label={`${t('chat.scope')}: ${only?.name ?? sayCount(t, scope.ids.length)}`}
          >
            {only ? <Name className="one-line">{only.name}</Name> : sayCount(t, scope.ids.length)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown}>
          <Choice documents={ready} scope={scope} />
        </Popover.Dropdown>
      </Popover>
      {isLimited && (
        <CloseButton
          size="sm"
          aria-label={t('chat.scope_remove', { name: only?.name ?? sayCount(t, scope.ids.length) })}
          onClick={() => scope.choose([])}
        />
      )}
    </div>
  );
}

function sayCount(t: ReturnType<typeof useI18n>['t'], count: number): string {
  return count === 0 ? t('chat.scope_all') : t('chat.scope_some', { count });
}

interface ChoiceProps {
  documents: readonly KesherDocument[];
  scope: ChosenDocuments;
}

function Choice({ documents, scope }: ChoiceProps) {
  const { t } = useI18n();
  const [filter, setFilter] = useState('');
  const shown = documents.filter(({ name }) => folded(name).includes(folded(filter)));
  const toggle = (id: string) =>
    scope.choose(
      scope.ids.includes(id) ? scope.ids.filter((each) => each !== id) : [...scope.ids, id],
    );
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.title}>{t('chat.scope_title')}</legend>
      <TextInput
        aria-label={t('chat.scope_filter')}
        placeholder={t('chat.scope_filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <div className={classes.documents}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<Name>{name}</Name>}
            checked={scope.ids.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
        {shown.length === 0 && <p className={classes.none}>{t('chat.scope_none')}</p>}
      </div>
      {scope.ids.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => scope.choose([])}>
          {t('chat.scope_clear')}
        </Button>
      )}
    </fieldset>
  );
}
