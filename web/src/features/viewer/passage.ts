import type { Citation, Hit, KesherDocument, PageBoxes } from '../../api/types';

/** A place that the viewer can open: a cited quote, a chunk that was found, or a document's start. */
export interface Passage {
  key: string;
  documentId: string;
  documentName: string;
  /** The number of its mark in the answer; null for what is not cited. */
  number: number | null;
  /** The headings above it, the highest first; empty for a document's start. */
  section: string[];
  quote: string | null;
  verified: boolean;
  /** Pages to show before their places are known, and where there are none. */
  pageNumbers: number[];
  /** Its places, one entry a page; null where the server must be asked by `chunkId`. */
  places: PageBoxes[] | null;
  chunkId: string | null;
  /** The version that took the place of the cited one; null: it is current. */
  supersededBy: string | null;
}

export function passageOfCitation(citation: Citation): Passage {
  return {
    key: `citation-${citation.number}-${citation.chunk_id}`,
    documentId: citation.document_id,
    documentName: citation.document_name,
    number: citation.number,
    section: citation.section,
    quote: citation.quote,
    verified: citation.verified,
    pageNumbers: citation.pages.map((page) => page.page_number),
    places: citation.pages,
    chunkId: citation.chunk_id,
    supersededBy: citation.superseded_by,
  };
}

export function passageOfHit(hit: Hit): Passage {
  return {
    key: `hit-${hit.chunk_id}`,
    documentId: hit.document_id,
    documentName: hit.document_name,
    number: null,
    section: hit.section,
    quote: null,
    verified: true,
    pageNumbers: hit.page_numbers,
    places: null,
    chunkId: hit.chunk_id,
    supersededBy: null,
  };
}

export function passageOfDocument(document: KesherDocument): Passage {
  return {
    key: `document-${document.id}`,
    documentId: document.id,
    documentName: document.name,
    number: null,
    section: [],
    quote: null,
    verified: true,
    pageNumbers: [1],
    places: [],
    chunkId: null,
    supersededBy: null,
  };
}

/** Whether a passage stands on pages but is drawn on none, as a slide's speaker notes are. */
export function isUnmarked(passage: Passage): boolean {
  const places = passage.places ?? [];
  return places.length > 0 && places.every((place) => place.boxes.length === 0);
}
