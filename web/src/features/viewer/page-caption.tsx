import type { KesherDocument, PageText } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { pageKindOf } from './page-kind';
import { PageReading } from './page-reading';

interface PageCaptionProps {
  document: KesherDocument | undefined;
  number: number;
  text: PageText | undefined;
}

/** Under a page's picture: its number where it has one, how it was read, its words. */
export function PageCaption({ document, number, text }: PageCaptionProps) {
  const { t } = useI18n();
  const facts = [sayPage(t, document, number)];
  if (text?.label && text.label !== `${number}`) facts.push(t('viewer.printed', { label: text.label }));
  if (text?.source === 'ocr') facts.push(t('viewer.by_ocr', { trust: text.trust_fraction }));
  return (
    <>
      {facts.filter((fact) => fact !== '').join(' · ')}
      {text && <PageReading page={text} />}
    </>
  );
}

/** A text without pages of its own has parts only where there are several. */
function sayPage(t: Translate, document: KesherDocument | undefined, number: number): string {
  const kind = pageKindOf(document);
  if (kind === 'page') return t('documents.page', { number });
  if (kind === 'slide') return t('viewer.slide', { number });
  const total = document?.pages_total ?? 0;
  return total > 1 ? t('viewer.part', { number, total }) : '';
}
