import type { KesherDocument } from '../../api/types';

/**
 * What a page of a document is to a reader: a page with its number, a slide, or only a part of a
 * text that has no pages of its own (a mail, a web page, a table).
 */
export type PageKind = 'page' | 'slide' | 'part';

const SLIDES = /presentation|powerpoint/;
const PAGED = /pdf|wordprocessing|msword|opendocument\.text|^image\//;

export function pageKindOf(document: Pick<KesherDocument, 'media_type'> | undefined): PageKind {
  if (document === undefined || PAGED.test(document.media_type)) return 'page';
  return SLIDES.test(document.media_type) ? 'slide' : 'part';
}
