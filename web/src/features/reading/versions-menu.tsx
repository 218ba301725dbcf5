import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconVersions } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { retentionQuery } from '../../api/document-queries';
import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Name } from '../../ui/name';
import type { Reading } from './use-reading';
import classes from './versions-menu.module.css';

interface VersionsMenuProps {
  room: Room;
  document: KesherDocument;
  reading: Reading;
  canWrite: boolean;
}

/** All versions of the document: each opens, is compared with this one, or is brought back. */
export function VersionsMenu({ room, document, reading, canWrite }: VersionsMenuProps) {
  const { t } = useI18n();
  const [opened, { toggle, close }] = useDisclosure(false);
  const versions = reading.versions.data ?? [];
  if (versions.length < 2) return null;
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          aria-expanded={opened}
          leftSection={<IconVersions size={15} aria-hidden />}
          onClick={toggle}
        >
          {t('reading.versions', { count: versions.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <ul className={classes.list}>
          {versions.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              shown={document}
              onClose={close}
              onRestore={canWrite ? () => reading.restore.mutate(version.id) : null}
              isBusy={reading.restore.isPending}
            />
          ))}
        </ul>
        <Kept roomId={room.id} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface VersionRowProps {
  version: KesherDocument;
  shown: KesherDocument;
  onClose: () => void;
  onRestore: (() => void) | null;
  isBusy: boolean;
}

function VersionRow({ version, shown, onClose, onRestore, isBusy }: VersionRowProps) {
  const { t, locale } = useI18n();
  const added = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const isShown = version.id === shown.id;
  return (
    <li className={classes.row} aria-current={isShown || undefined}>
      <p className={classes.name}>
        {t('documents.version', { number: version.version })}
        <span className={classes.state}>{sayStanding(t, version)}</span>
      </p>
      {version.name !== shown.name && (
        <p className={classes.facts}>
          <Name>{version.name}</Name>
        </p>
      )}
      <p className={classes.facts}>
        {added.format(new Date(version.created_at))}
        {sayReread(t, version, locale)}
      </p>
      <div className={classes.acts}>
        {!isShown && (
          <>
            <Link
              to="/rooms/$roomId/documents/$documentId"
              params={{ roomId: version.room_id, documentId: version.id }}
              onClick={onClose}
            >
              {t('reading.open')}
            </Link>
            {version.state === 'ready' && (
              <Link
                to="/rooms/$roomId/documents/$documentId"
                params={{ roomId: shown.room_id, documentId: shown.id }}
                search={{ compare: version.id }}
                onClick={onClose}
              >
                {t('reading.compare')}
              </Link>
            )}
          </>
        )}
        {version.superseded_by !== null && onRestore && (
          <Button variant="subtle" size="compact-xs" loading={isBusy} onClick={onRestore}>
            {t('reading.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** After how long former versions go by themselves, where the room has such a rule. */
function Kept({ roomId }: { roomId: string }) {
  const { t } = useI18n();
  const rules = useQuery(retentionQuery(roomId)).data;
  const days = rules?.find(({ kind }) => kind === 'versions')?.days ?? 0;
  const said = days > 0 ? t('reading.versions_kept', { days }) : t('reading.versions_cited');
  return <p className={classes.kept}>{said}</p>;
}

function sayStanding(t: Translate, version: KesherDocument): string {
  if (version.current) return t('reading.standing_current');
  if (version.superseded_by !== null) return t('reading.standing_superseded');
  return version.state === 'failed' ? t('documents.failed') : t('reading.standing_coming');
}

function sayReread(t: Translate, { reread = [] }: KesherDocument, locale: string): string {
  if (reread.length === 0) return '';
  const numbers = [...new Set(reread)].sort((one, other) => one - other).map(String);
  const pages = new Intl.ListFormat(locale).format(numbers);
  return ` · ${t('reading.reread_pages', { count: numbers.length, pages })}`;
}
