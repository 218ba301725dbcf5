import { Skeleton } from '@mantine/core';
import { IconCloudOff, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';

import type { KesherDocument, Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { AddDocuments } from './add-documents';
import { DeleteDocuments } from './delete-documents';
import { DocumentList } from './document-list';
import type { DocumentActs } from './document-menu';
import classes from './documents-pane.module.css';
import { ListTools } from './list-tools';
import { NewVersionInput } from './new-version-input';
import { SelectionBar } from './selection-bar';
import { UploadsBar } from './uploads-bar';
import type { Documents } from './use-documents';

interface DocumentsPaneProps {
  room: Room;
  model: Documents;
  /** Whether files are held over the room, to be let go. */
  isDropping: boolean;
  onOpen: (document: KesherDocument, from: HTMLElement) => void;
  /** Asks only the chosen documents; none where the room's questions cannot be narrowed. */
  onScope?: ((documents: KesherDocument[]) => void) | undefined;
}

/** The room's documents: where files are dropped, and a row for each. */
export function DocumentsPane({ room, model, isDropping, onOpen, onScope }: DocumentsPaneProps) {
  const { t } = useI18n();
  const [doomed, setDoomed] = useState<readonly KesherDocument[]>([]);
  const [renewed, setRenewed] = useState<KesherDocument | null>(null);
  const canWrite = room.rights.includes('write') && room.archived_at == null;
  const acts = useActs(model, onOpen, (document) => setDoomed([document]), setRenewed);
  const closeConfirm = () => {
    model.remove.reset();
    setDoomed([]);
  };
  return (
    <div className={classes.pane} data-over={isDropping || undefined}>
      <div className={classes.head}>
        {canWrite && <AddDocuments room={room} uploads={model.uploads} />}
        {model.connection && (
          <p className={classes.offline} role="status">
            <IconCloudOff size={16} aria-hidden /> {t('documents.reconnecting')}
          </p>
        )}
        <ActionErrors model={model} />
        <UploadsBar uploads={model.uploads} />
        <ListTools documents={model.documents.data ?? []} list={model.list} />
      </div>
      <ListOrState model={model} acts={acts} canWrite={canWrite} />
      {model.list.isSelecting && (
        <SelectionBar model={model} canWrite={canWrite} onScope={onScope} onDelete={setDoomed} />
      )}
      {canWrite && (
        <NewVersionInput
          of={renewed}
          onFile={(file, of) => model.uploads.add([file], of.id)}
          onDone={() => setRenewed(null)}
        />
      )}
      <DeleteDocuments
        documents={doomed}
        busy={model.remove.isPending}
        error={model.remove.error}
        onClose={closeConfirm}
        onDelete={(deletion) => model.remove.mutate(deletion, { onSuccess: closeConfirm })}
      />
    </div>
  );
}

/** One object for all rows, the same from one drawing to the next. */
function useActs(
  model: Documents,
  onOpen: DocumentsPaneProps['onOpen'],
  onDelete: (document: KesherDocument) => void,
  onNewVersion: (document: KesherDocument) => void,
): DocumentActs {
  const open = useRef(onOpen);
  open.current = onOpen;
  const { acts } = model;
  const select = useRef(model.list.toggle);
  select.current = model.list.toggle;
  const [callbacks] = useState({ onDelete, onNewVersion });
  return useMemo(
    () => ({
      onOpen: (document, from) => open.current(document, from),
      onSelect: (document, isRange) => select.current(document.id, isRange),
      onCancel: (document) => acts.cancel(document.id),
      onRetry: (document) => acts.retry([document.id]),
      ...callbacks,
    }),
    [acts, callbacks],
  );
}

function ActionErrors({ model }: Pick<DocumentsPaneProps, 'model'>) {
  const failed = [model.cancel, model.retry].find((mutation) => mutation.isError);
  return failed ? <ProblemNotice error={failed.error} /> : null;
}

interface ListOrStateProps {
  model: Documents;
  acts: DocumentActs;
  canWrite: boolean;
}

function ListOrState({ model, acts, canWrite }: ListOrStateProps) {
  const { t } = useI18n();
  const { documents, uploads, list } = model;
  if (documents.isPending) {
    return (
      <div className={classes.state} role="status" aria-label={t('common.loading')}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height="3.2rem" radius="md" />
        ))}
      </div>
    );
  }
  if (documents.isError && !documents.data) {
    return (
      <div className={classes.state}>
        <ProblemNotice error={documents.error} onRetry={() => void documents.refetch()} />
      </div>
    );
  }
  if (documents.data.length === 0 && uploads.uploads.length === 0) {
    const words = canWrite ? 'documents.empty' : 'documents.empty_reader';
    return <p className={classes.empty}>{t(words)}</p>;
  }
  if (list.shown.length === 0 && uploads.uploads.length === 0) {
    return (
      <p className={classes.empty} role="status">
        <IconSearchOff size={18} aria-hidden /> {t('documents.none_found')}
      </p>
    );
  }
  return <DocumentList model={model} acts={acts} canWrite={canWrite} />;
}
