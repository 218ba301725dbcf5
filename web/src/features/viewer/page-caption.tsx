import type { KesherDocument, PageText } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { PageReading } from './page-reading';
import { sayPage } from './say-page';

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
