import type { KesherDocument } from '../../api/types';

export type DocumentTone = 'working' | 'good' | 'bad' | 'quiet';

/** How far a document has come, for its row. */
export interface DocumentProgress {
  tone: DocumentTone;
  /** 0–1 of the stage at hand; null where there is nothing to measure yet. */
  fraction: number | null;
  canCancel: boolean;
  canRetry: boolean;
  canOpen: boolean;
}

const TONES: Record<KesherDocument['state'], DocumentTone> = {
  queued: 'working',
  reading: 'working',
  embedding: 'working',
  ready: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export function progressOf(document: KesherDocument): DocumentProgress {
  const tone = TONES[document.state];
  return {
    tone,
    fraction: tone === 'working' ? stageFraction(document) : null,
    canCancel: tone === 'working',
    canRetry: tone === 'bad' || tone === 'quiet' || document.failures.length > 0,
    canOpen: document.pages_done > 0,
  };
}

function stageFraction(document: KesherDocument): number | null {
  if (document.state === 'reading') return share(document.pages_done, document.pages_total);
  if (document.state === 'embedding' && document.chunks_done > 0) {
    return share(document.chunks_done, document.chunks);
  }
  return null;
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(part / whole, 1) : null;
}
