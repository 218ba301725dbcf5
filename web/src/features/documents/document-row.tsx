import { Checkbox, Progress } from '@mantine/core';
import { memo } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemWords } from '../../ui/problem-words';
import { DocumentFacts } from './document-facts';
import { type DocumentActs, DocumentMenu } from './document-menu';
import { progressOf } from './document-progress';
import classes from './document-row.module.css';
import { FileIcon } from './file-icon';
import { PageFailures } from './page-failures';

interface DocumentRowProps {
  document: KesherDocument;
  acts: DocumentActs;
  /** Null while nothing is being chosen. */
  isSelected: boolean | null;
  /** Whether it may be changed by whoever looks. */
  canWrite: boolean;
}

/** One document: its name, how far its reading has come, what went wrong, what can be done. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document, acts, isSelected, canWrite } = props;
  const { t } = useI18n();
  const progress = progressOf(document);
  return (
    <div className={classes.row} data-tone={progress.tone} data-selected={isSelected || undefined}>
      {isSelected === null ? (
        <FileIcon document={document} className={classes.icon} />
      ) : (
        <Checkbox
          className={classes.check}
          size="sm"
          checked={isSelected}
          aria-label={t('documents.select', { name: document.name })}
          onChange={(event) =>
            acts.onSelect(document, (event.nativeEvent as MouseEvent).shiftKey === true)
          }
        />
      )}
      <div className={classes.body}>
        <button
          type="button"
          className={classes.name}
          disabled={!progress.canOpen}
          onClick={(event) => acts.onOpen(document, event.currentTarget)}
        >
          <Name>{document.name}</Name>
        </button>
        {!document.current && <p className={classes.facts}>{t('documents.coming_version')}</p>}
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
      <DocumentMenu document={document} acts={acts} canWrite={canWrite} />
    </div>
  );
});

function DocumentError({ document }: { document: KesherDocument }) {
  if (document.error_code === null) return null;
  return (
    <div className={classes.error} role="status">
      <ProblemWords code={document.error_code} detail={document.error} />
    </div>
  );
}
