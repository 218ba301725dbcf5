import { FileButton, Skeleton, UnstyledButton } from '@mantine/core';
import { IconCloudOff, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { infoQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { ProblemNotice } from '../../ui/problem-notice';
import { DocumentRow } from './document-row';
import classes from './documents-pane.module.css';
import { UploadRow } from './upload-row';
import type { useDocuments } from './use-documents';

interface DocumentsPaneProps {
  model: ReturnType<typeof useDocuments>;
  /** Whether files are held over the room, to be let go. */
  isDropping: boolean;
  onOpen: (document: KesherDocument, from: HTMLElement) => void;
}

/** The room's documents: where files are dropped, and a row for each. */
export function DocumentsPane({ model, isDropping, onOpen }: DocumentsPaneProps) {
  const { t } = useI18n();
  const [doomed, setDoomed] = useState<KesherDocument | null>(null);
  const closeConfirm = () => {
    model.remove.reset();
    setDoomed(null);
  };
  return (
    <div className={classes.pane} data-over={isDropping || undefined}>
      <UploadButton onFiles={model.uploads.add} />
      {model.connection && (
        <p className={classes.offline} role="status">
          <IconCloudOff size={16} aria-hidden /> {t('documents.reconnecting')}
        </p>
      )}
      <ActionErrors model={model} />
      <DocumentList model={model} onOpen={onOpen} onDelete={setDoomed} />
      <Confirm
        opened={doomed !== null}
        title={t('documents.delete_title', { name: doomed?.name ?? '' })}
        action={t('documents.delete')}
        busy={model.remove.isPending}
        error={model.remove.error}
        onClose={closeConfirm}
        onConfirm={() => doomed && model.remove.mutate(doomed.id, { onSuccess: closeConfirm })}
      >
        {t('documents.delete_explain')}
      </Confirm>
    </div>
  );
}

function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useI18n();
  const endings = useQuery(infoQuery).data?.media_types ?? [];
  return (
    <FileButton multiple accept={endings.join(',')} onChange={onFiles}>
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
  );
}

function ActionErrors({ model }: Pick<DocumentsPaneProps, 'model'>) {
  const failed = [model.cancel, model.retry].find((mutation) => mutation.isError);
  return failed ? <ProblemNotice error={failed.error} /> : null;
}

interface DocumentListProps extends Omit<DocumentsPaneProps, 'isDropping'> {
  onDelete: (document: KesherDocument) => void;
}

function DocumentList({ model, onOpen, onDelete }: DocumentListProps) {
  const { t } = useI18n();
  const { documents, uploads } = model;
  if (documents.isPending) {
    return <Skeleton height="4rem" radius="md" role="status" aria-label={t('common.loading')} />;
  }
  if (documents.isError && !documents.data) {
    return (
      <ProblemNotice error={documents.error} onRetry={() => void documents.refetch()} />
    );
  }
  if (documents.data.length === 0 && uploads.uploads.length === 0) {
    return <p className={classes.empty}>{t('documents.empty')}</p>;
  }
  return (
    <ul className={classes.list} aria-label={t('documents.title')}>
      {uploads.uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onAgain={() => uploads.again(upload.key)}
          onDismiss={() => uploads.dismiss(upload.key)}
        />
      ))}
      {documents.data.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          onOpen={(from) => onOpen(document, from)}
          onCancel={() => model.cancel.mutate(document.id)}
          onRetry={() => model.retry.mutate(document.id)}
          onDelete={() => onDelete(document)}
        />
      ))}
    </ul>
  );
}
