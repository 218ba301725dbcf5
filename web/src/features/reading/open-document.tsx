import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { DeleteDocuments } from '../documents/delete-documents';
import { DocumentBar } from './document-bar';
import { FindBar } from './find-bar';
import { FlagStrip } from './flag-strip';
import classes from './open-document.module.css';
import type { Shown } from './page-row';
import { type PageListHandle, PageList } from './page-list';
import { StandingNotice } from './standing-notice';
import { useFind } from './use-find';
import { type Reading, useReading } from './use-reading';

// Keep in step with the media query of page-row.module.css.
const NARROW = '(max-width: 48rem)';

interface OpenDocumentProps {
  room: Room;
  document: KesherDocument;
  page: number;
}

/** A document's pages with all that is known of their reading. */
export function OpenDocument({ room, document, page }: OpenDocumentProps) {
  const { t } = useI18n();
  useDocumentTitle(`${document.name} · ${t('shell.name')}`);
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const [wished, setShown] = useState<Shown | null>(null);
  const [isDoomed, setDoomed] = useState(false);
  const reading = useReading(room.id, document);
  const find = useFind(document);
  const list = useRef<PageListHandle>(null);
  const canWrite = room.rights.includes('write') && room.archived_at == null;
  const shown = wished ?? (isNarrow ? 'words' : 'both');
  return (
    <div className={classes.page}>
      <DocumentBar
        room={room}
        document={document}
        reading={reading}
        canWrite={canWrite}
        onDelete={() => setDoomed(true)}
      />
      <StandingNotice room={room} document={document} reading={reading} canWrite={canWrite} />
      {reading.reread.isError && <ProblemNotice error={reading.reread.error} />}
      <div className={classes.tools}>
        <FindBar find={find} shown={shown} onShown={setShown} />
        <FlagStrip
          document={document}
          pages={reading.pages.data ?? []}
          onPage={(number) => list.current?.show(number)}
          pageInView={() => list.current?.inView() ?? 0}
        />
      </div>
      <PageList
        ref={list}
        document={document}
        pages={reading.pages.data ?? []}
        shown={shown}
        find={find}
        firstPage={page}
        onReread={canWrite && canReread(document, reading) ? reading.reread.mutate : null}
      />
      <DeleteDocuments
        documents={isDoomed ? [document] : []}
        busy={reading.remove.isPending}
        error={reading.remove.error}
        onClose={() => setDoomed(false)}
        onDelete={(deletion) =>
          reading.remove.mutate(deletion, {
            onSuccess: () => void navigate({ to: '/rooms/$roomId', params: { roomId: room.id } }),
          })
        }
      />
    </div>
  );
}

/** Only pages with pictures of their own can be read by OCR, of what is searched now, one by one. */
function canReread({ media_type, state, current }: KesherDocument, { coming }: Reading): boolean {
  const hasPictures = media_type === 'application/pdf' || media_type.startsWith('image/');
  return hasPictures && state === 'ready' && current && coming === null;
}
