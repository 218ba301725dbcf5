import { Tooltip } from '@mantine/core';

import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';

interface RoomFiguresProps {
  figures: Room['figures'];
  className?: string | undefined;
}

/** What a room holds; chunks × dimensions is the matrix that a question is multiplied with. */
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
  const { t, locale } = useI18n();
  const number = new Intl.NumberFormat(locale);
  const { chunks, dimensions } = figures;
  const said = t('rooms.matrix_explain', { chunks, dimensions });
  return (
    <>
      {' · '}
      <Tooltip label={said}>
        <span className="numbers" data-matrix aria-hidden>
          {number.format(chunks)} × {number.format(dimensions)}
        </span>
      </Tooltip>
      <span className="visually-hidden">{said}</span>
    </>
  );
}
