import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import classes from './documents-pane.module.css';
import type { Deletion, Quotations } from './use-documents';

interface DeleteDocumentsProps {
  /** The doomed ones; none: nothing is asked. */
  documents: readonly KesherDocument[];
  busy: boolean;
  error: unknown;
  onDelete: (deletion: Deletion) => void;
  onClose: () => void;
}

/** Ask before documents are deleted, saying what goes with them and what becomes of quotations. */
export function DeleteDocuments({ documents, busy, error, onDelete, onClose }: DeleteDocumentsProps) {
  const { t } = useI18n();
  const [quotations, setQuotations] = useState<Quotations>('keep');
  const [first] = documents;
  const title =
    documents.length === 1
      ? t('documents.delete_title', { name: first?.name ?? '' })
      : t('documents.delete_title_many', { count: documents.length });
  const isFormer = documents.some(({ current }) => !current);
  const isSeries = documents.some(({ current, versions }) => current && versions > 1);
  return (
    <Confirm
      opened={documents.length > 0}
      title={title}
      action={t('documents.delete')}
      busy={busy}
      error={error}
      onClose={onClose}
      onConfirm={() => onDelete({ ids: documents.map(({ id }) => id), quotations })}
    >
      <p className={classes.said}>{t('documents.delete_explain')}</p>
      {isFormer && <p className={classes.said}>{t('documents.delete_one_version')}</p>}
      {isSeries && <p className={classes.said}>{t('documents.delete_versions')}</p>}
      <Radio.Group
        label={t('documents.quotations')}
        value={quotations}
        onChange={(value) => setQuotations(value === 'erase' ? 'erase' : 'keep')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="keep"
            label={t('documents.quotations_keep')}
            description={t('documents.quotations_keep_explain')}
          />
          <Radio
            value="erase"
            label={t('documents.quotations_erase')}
            description={t('documents.quotations_erase_explain')}
          />
        </Stack>
      </Radio.Group>
    </Confirm>
  );
}
