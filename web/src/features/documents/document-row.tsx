import { ActionIcon, Menu, Progress } from '@mantine/core';
import {
  IconBan,
  IconDots,
  IconDownload,
  IconFileText,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemWords } from '../../ui/problem-words';
import { DocumentFacts } from './document-facts';
import { progressOf } from './document-progress';
import classes from './document-row.module.css';
import { PageFailures } from './page-failures';

interface DocumentRowProps {
  document: KesherDocument;
  onOpen: (from: HTMLElement) => void;
  onCancel: () => void;
  onRetry: () => void;
  onDelete: () => void;
}

/** One document: its name, how far its reading has come, what went wrong, what can be done. */
export function DocumentRow({ document, onOpen, ...actions }: DocumentRowProps) {
  const { t } = useI18n();
  const progress = progressOf(document);
  return (
    <li className={classes.row} data-tone={progress.tone}>
      <IconFileText size={20} stroke={1.4} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <button
          type="button"
          className={classes.name}
          disabled={!progress.canOpen}
          onClick={(event) => onOpen(event.currentTarget)}
        >
          <Name>{document.name}</Name>
        </button>
        <DocumentFacts document={document} />
        {progress.tone === 'working' && (
          <Progress
            className={classes.bar}
            size={4}
            value={(progress.fraction ?? 1) * 100}
            animated={progress.fraction === null}
            aria-label={t('documents.progress', { name: document.name })}
          />
        )}
        <DocumentError document={document} />
        <PageFailures failures={document.failures} />
      </div>
      <RowMenu document={document} {...actions} />
    </li>
  );
}

function DocumentError({ document }: { document: KesherDocument }) {
  if (document.error_code === null) return null;
  return (
    <div className={classes.error} role="status">
      <ProblemWords code={document.error_code} detail={document.error} />
    </div>
  );
}

function RowMenu({
  document,
  onCancel,
  onRetry,
  onDelete,
}: Omit<DocumentRowProps, 'onOpen'>) {
  const { t } = useI18n();
  const progress = progressOf(document);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('documents.more', { name: document.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {progress.canCancel && (
          <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={onCancel}>
            {t('documents.cancel')}
          </Menu.Item>
        )}
        {progress.canRetry && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
            {t('documents.retry')}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={`/api/documents/${document.id}/file`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('documents.download')}
        </Menu.Item>
        <Menu.Item
          c="var(--danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          {t('documents.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
