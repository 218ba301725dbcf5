import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBan,
  IconBook,
  IconDots,
  IconDownload,
  IconFileDownload,
  IconRefresh,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { progressOf } from './document-progress';

/** What can be done to any document of the list; made once, so that rows need not be drawn again. */
export interface DocumentActs {
  onOpen: (document: KesherDocument, from: HTMLElement) => void;
  onSelect: (document: KesherDocument, isRange: boolean) => void;
  onCancel: (document: KesherDocument) => void;
  onRetry: (document: KesherDocument) => void;
  onDelete: (document: KesherDocument) => void;
  onNewVersion: (document: KesherDocument) => void;
}

interface DocumentMenuProps {
  document: KesherDocument;
  acts: DocumentActs;
  canWrite: boolean;
}

/** All else that can be done to a document; made when it is first asked for, as rows are many. */
export function DocumentMenu(props: DocumentMenuProps) {
  const [isMade, setMade] = useState(false);
  if (isMade) return <OpenedMenu {...props} />;
  return (
    <Dots
      document={props.document}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setMade(true)}
    />
  );
}

type DotsProps = Pick<DocumentMenuProps, 'document'> &
  Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded'>;

function Dots({ document, ...rest }: DotsProps) {
  const { t } = useI18n();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('documents.more', { name: document.name })}
      {...rest}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
}

function OpenedMenu({ document, acts, canWrite }: DocumentMenuProps) {
  const { t } = useI18n();
  const progress = progressOf(document);
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <Dots document={document} />
      </Menu.Target>
      <Menu.Dropdown>
        {progress.canOpen && (
          <Menu.Item
            component={Link}
            to={`/rooms/${document.room_id}/documents/${document.id}`}
            leftSection={<IconBook size={16} aria-hidden />}
          >
            {t('documents.as_read')}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={`/api/documents/${document.id}/file`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('documents.download')}
        </Menu.Item>
        {progress.canOpen && (
          <Menu.Item
            component="a"
            href={`/api/documents/${document.id}/text`}
            leftSection={<IconFileDownload size={16} aria-hidden />}
          >
            {t('documents.download_text')}
          </Menu.Item>
        )}
        {canWrite && <Changes document={document} acts={acts} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Changes({ document, acts }: Omit<DocumentMenuProps, 'canWrite'>) {
  const { t } = useI18n();
  const progress = progressOf(document);
  return (
    <>
      <Menu.Divider />
      {progress.canCancel && (
        <Menu.Item
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => acts.onCancel(document)}
        >
          {t('documents.cancel')}
        </Menu.Item>
      )}
      {progress.canRetry && (
        <Menu.Item
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => acts.onRetry(document)}
        >
          {t('documents.retry')}
        </Menu.Item>
      )}
      {document.current && (
        <Menu.Item
          leftSection={<IconVersions size={16} aria-hidden />}
          onClick={() => acts.onNewVersion(document)}
        >
          {t('documents.new_version')}
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => acts.onDelete(document)}
      >
        {t('documents.delete')}
      </Menu.Item>
    </>
  );
}
