import type { ApiError } from '../../api/problem';
import type { FileFault } from './file-check';

/** A file on its way to the server, or one that did not make it. */
export interface PendingUpload {
  key: string;
  file: File;
  state: 'waiting' | 'sending' | 'duplicate' | 'refused' | 'failed';
  sentFraction: number;
  fault: FileFault | null;
  error: ApiError | null;
}

export type UploadAction =
  | { type: 'add'; uploads: PendingUpload[] }
  | { type: 'progress'; key: string; sentFraction: number }
  | { type: 'duplicate'; key: string }
  | { type: 'fail'; key: string; error: ApiError }
  | { type: 'again'; key: string }
  | { type: 'remove'; key: string };

/** A stored upload leaves the list: from then on the room's own list shows it. */
export function reduceUploads(uploads: PendingUpload[], action: UploadAction): PendingUpload[] {
  switch (action.type) {
    case 'add':
      return [...uploads, ...action.uploads];
    case 'remove':
      return uploads.filter((upload) => upload.key !== action.key);
    case 'progress':
      return change(uploads, action.key, {
        state: 'sending',
        sentFraction: action.sentFraction,
      });
    case 'duplicate':
      return change(uploads, action.key, { state: 'duplicate' });
    case 'fail':
      return change(uploads, action.key, { state: 'failed', error: action.error });
    case 'again':
      return change(uploads, action.key, { state: 'waiting', sentFraction: 0, error: null });
  }
}

function change(
  uploads: PendingUpload[],
  key: string,
  fields: Partial<PendingUpload>,
): PendingUpload[] {
  return uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload));
}
