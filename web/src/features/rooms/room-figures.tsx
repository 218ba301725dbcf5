import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';

interface RoomFiguresProps {
  figures: Room['figures'];
  className?: string | undefined;
}

/** What a room holds; chunks × dimensions is the matrix that a question is multiplied with. */
export function RoomFigures({ figures, className }: RoomFiguresProps) {
  const { t, locale } = useI18n();
  const number = new Intl.NumberFormat(locale);
  return (
    <p className={className}>
      <span>{t('rooms.documents', { count: figures.documents })}</span>
      {' · '}
      <span>{t('rooms.pages', { count: figures.pages })}</span>
      {' · '}
      <span className="numbers" title={t('rooms.matrix_explain')}>
        {number.format(figures.chunks)} × {number.format(figures.dimensions)}
      </span>
      <span className="visually-hidden"> {t('rooms.matrix_explain')}</span>
    </p>
  );
}
