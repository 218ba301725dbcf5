import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core';
import { IconMessageSearch, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { progressOf } from './document-progress';
import classes from './documents-pane.module.css';
import type { Documents } from './use-documents';

interface SelectionBarProps {
  model: Documents;
  canWrite: boolean;
  onScope: ((documents: KesherDocument[]) => void) | undefined;
  onDelete: (documents: KesherDocument[]) => void;
}

/** What can be done to all chosen documents at once. */
export function SelectionBar({ model, canWrite, onScope, onDelete }: SelectionBarProps) {
  const { t } = useI18n();
  const { list } = model;
  const chosen = (model.documents.data ?? []).filter(({ id }) => list.selected.has(id));
  const ready = chosen.filter(({ state }) => state === 'ready');
  const again = chosen.filter((document) => progressOf(document).canRetry);
  const isAll = list.shown.length > 0 && list.shown.every(({ id }) => list.selected.has(id));
  const finish = (act: () => void) => {
    act();
    list.setSelecting(false);
  };
  return (
    <div className={classes.chosen} role="toolbar" aria-label={t('documents.chosen_tools')}>
      <Checkbox
        size="sm"
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        label={t('documents.chosen', { count: chosen.length })}
        onChange={() => list.selectAll(!isAll)}
      />
      <span className={classes.gap} />
      {onScope && (
        <Button
          size="compact-sm"
          disabled={ready.length === 0}
          leftSection={<IconMessageSearch size={15} aria-hidden />}
          onClick={() => finish(() => onScope(ready))}
        >
          {t('documents.ask_chosen')}
        </Button>
      )}
      {canWrite && again.length > 0 && (
        <Tool
          label={t('documents.retry')}
          icon={<IconRefresh size={17} />}
          onClick={() => finish(() => model.acts.retry(again.map(({ id }) => id)))}
        />
      )}
      {canWrite && (
        <Tool
          label={t('documents.delete')}
          icon={<IconTrash size={17} />}
          disabled={chosen.length === 0}
          onClick={() => onDelete(chosen)}
        />
      )}
      <Tool
        label={t('documents.choose_end')}
        icon={<IconX size={17} />}
        onClick={() => list.setSelecting(false)}
      />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
