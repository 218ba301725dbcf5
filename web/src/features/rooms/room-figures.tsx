import { Tooltip } from '@mantine/core';

import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';

interface RoomFiguresProps {
  figures: Room['figures'];
  className?: string | undefined;
}

/** What a room holds; the size of the matrix that a question is multiplied with is a tooltip. */
export function RoomFigures({ figures, className }: RoomFiguresProps) {
  const { t } = useI18n();
  return (
    <p className={className}>
      <span>{t('rooms.documents', { count: figures.documents })}</span>
      {figures.pages > 0 && ` · ${t('rooms.pages', { count: figures.pages })}`}
      {figures.chunks > 0 && <MatrixFigures figures={figures} />}
    </p>
  );
}

function MatrixFigures({ figures }: Pick<RoomFiguresProps, 'figures'>) {
  const { t } = useI18n();
  const { chunks, dimensions } = figures;
  const said = t('rooms.matrix_explain', { chunks, dimensions });
  return (
    <>
      {' · '}
      <Tooltip label={said}>
        <span data-matrix aria-hidden>
          {t('documents.chunks', { count: chunks })}
        </span>
      </Tooltip>
      <span className="visually-hidden">{said}</span>
    </>
  );
}
