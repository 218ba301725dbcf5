import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconDownload, IconExternalLink, IconFileDownload, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { HeaderSlot } from '../../ui/header-slot';
import { Name } from '../../ui/name';
import { DocumentFacts } from '../documents/document-facts';
import { FileIcon } from '../documents/file-icon';
import classes from './document-bar.module.css';
import type { Reading } from './use-reading';
import { VersionsMenu } from './versions-menu';

interface DocumentBarProps {
  room: Room;
  document: KesherDocument;
  reading: Reading;
  canWrite: boolean;
  onDelete: () => void;
}

/** Which document it is, and what can be done with it as a whole. */
export function DocumentBar({ room, document, reading, canWrite, onDelete }: DocumentBarProps) {
  const { t } = useI18n();
  return (
    <div className={classes.bar}>
      <HeaderSlot>
        <Tooltip label={t('reading.to_room')}>
          <ActionIcon
            component={Link}
            to={`/rooms/${room.id}`}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('reading.to_room')}
          >
            <IconArrowBackUp size={19} stroke={1.6} className={classes.along} />
          </ActionIcon>
        </Tooltip>
        <h1 className={classes.title}>
          <Name className="one-line">{document.name}</Name>
        </h1>
      </HeaderSlot>
      <FileIcon document={document} className={classes.icon} />
      <div className={classes.facts}>
        <DocumentFacts document={document} withTrust={false} />
      </div>
      <VersionsMenu room={room} document={document} reading={reading} canWrite={canWrite} />
      <Button
        className={classes.wide}
        component="a"
        href={`/api/documents/${document.id}/file`}
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={15} aria-hidden />}
      >
        {t('documents.download')}
      </Button>
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
          <Menu.Item
            component="a"
            href={`/api/documents/${document.id}/file`}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('documents.download')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`/api/documents/${document.id}/text`}
            leftSection={<IconFileDownload size={16} aria-hidden />}
          >
            {t('documents.download_text')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/rooms/${room.id}`}
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('reading.to_room')}
          </Menu.Item>
          {canWrite && (
            <Menu.Item
              c="var(--danger)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onDelete}
            >
              {t('documents.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
