import { FileButton, UnstyledButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { roomLimitsQuery } from '../../api/document-queries';
import { infoQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './documents-pane.module.css';
import { saySize } from './say-size';
import type { Uploads } from './use-uploads';

interface AddDocumentsProps {
  room: Room;
  uploads: Uploads;
}

/** The way in for files and folders, and how much may come in. */
export function AddDocuments({ room, uploads }: AddDocumentsProps) {
  const { t } = useI18n();
  const endings = useQuery(infoQuery).data?.media_types ?? [];
  const folder = useRef<HTMLInputElement>(null);
  return (
    <div>
      <FileButton multiple accept={endings.join(',')} onChange={uploads.add}>
        {(props) => (
          <UnstyledButton {...props} className={classes.drop}>
            <IconUpload size={20} stroke={1.6} aria-hidden />
            <span>
              <span className={classes.dropTitle}>{t('documents.add')}</span>
              <span className={classes.dropHint}>{t('documents.drop_hint')}</span>
            </span>
          </UnstyledButton>
        )}
      </FileButton>
      <p className={classes.allowed}>
        <Allowed room={room} />
        <UnstyledButton className={classes.folder} onClick={() => folder.current?.click()}>
          {t('documents.add_folder')}
        </UnstyledButton>
      </p>
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        // Not in React's types, though every browser knows it.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          uploads.add([...(event.currentTarget.files ?? [])].filter(({ name }) => !name.startsWith('.')));
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** How large a file may be and, where the room has a limit, how much of it is left. */
function Allowed({ room }: { room: Room }) {
  const { t, locale } = useI18n();
  const info = useQuery(infoQuery).data;
  const limits = useQuery({ ...roomLimitsQuery(room.id), enabled: room.rights.includes('manage') }).data;
  const said: string[] = [];
  if (info) said.push(t('documents.allowed_size', { size: saySize(info.upload_limit_bytes, locale) }));
  const documents = leftOf(limits, 'documents');
  if (documents !== null) said.push(t('documents.allowed_documents', { count: documents }));
  const bytes = leftOf(limits, 'bytes');
  if (bytes !== null) said.push(t('documents.allowed_bytes', { size: saySize(bytes, locale) }));
  return <span>{said.join(' · ')}</span>;
}

interface Held {
  in_force: Record<string, number>;
  used: Record<string, number>;
}

/** So much of a limit is not taken yet; null: there is no such limit. */
function leftOf(limits: Held | undefined, name: string): number | null {
  const most = limits?.in_force[name];
  if (most === undefined) return null;
  return Math.max(most - (limits?.used[name] ?? 0), 0);
}
