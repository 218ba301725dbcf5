import type { KesherDocument } from '../../api/types';
import type { Translate } from '../../i18n/translate';
import { pageKindOf } from './page-kind';

/** What a page is called; nothing where a text without pages of its own has only one part. */
export function sayPage(t: Translate, document: KesherDocument | undefined, number: number): string {
  const kind = pageKindOf(document);
  if (kind === 'page') return t('documents.page', { number });
  if (kind === 'slide') return t('viewer.slide', { number });
  const total = document?.pages_total ?? 0;
  return total > 1 ? t('viewer.part', { number, total }) : '';
}
