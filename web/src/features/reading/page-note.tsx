import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { saidOf } from './said-of-note';

interface PageNoteProps {
  note: string;
  className?: string | undefined;
}

/** What is to be known about a page's reading, in the page's language where it is known there. */
export function PageNote({ note, className }: PageNoteProps) {
  const { t } = useI18n();
  return saidOf(note).map((said, place) =>
    typeof said === 'string' ? (
      <p key={place} className={className}>
        {t(said)}
      </p>
    ) : (
      <Directed key={place} className={className}>
        {said.written}
      </Directed>
    ),
  );
}
