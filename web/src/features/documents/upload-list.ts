import type { ApiError } from '../../api/problem';
import type { FileFault } from './file-check';

/** A file on its way to the server, or one that did not make it. */
export interface PendingUpload {
  key: string;
  file: File;
  /**
   * `lost`: the connection broke, and it is sent again by itself; `same_name`: it is stored, and
   * the room has another document of its name.
   */
  state: 'waiting' | 'sending' | 'lost' | 'duplicate' | 'same_name' | 'refused' | 'failed';
  sentFraction: number;
  fault: FileFault | null;
  error: ApiError | null;
  /** The document of which it is to be the newest version; null: a document of its own. */
  versionOf: string | null;
  /** How often the connection broke while it was sent. */
  losses: number;
}

export type UploadAction =
  | { type: 'add'; uploads: PendingUpload[] }
  | { type: 'progress'; key: string; sentFraction: number }
  | { type: 'duplicate'; key: string }
  | { type: 'same_name'; key: string; of: string }
  | { type: 'lose'; key: string }
  | { type: 'resume' }
  | { type: 'fail'; key: string; error: ApiError }
  | { type: 'again'; key: string }
  | { type: 'remove'; key: string }
  | { type: 'stop' };

const UNDER_WAY: readonly PendingUpload['state'][] = ['waiting', 'sending', 'lost'];

/** A stored upload leaves the list: from then on the room's own list shows it. */
export function reduceUploads(uploads: PendingUpload[], action: UploadAction): PendingUpload[] {
  switch (action.type) {
    case 'add':
      return [...uploads, ...action.uploads];
    case 'remove':
      return uploads.filter((upload) => upload.key !== action.key);
    case 'stop':
      return uploads.filter((upload) => !isUnderWay(upload));
    case 'resume':
      return uploads.map((upload) =>
        upload.state === 'lost' ? { ...upload, state: 'waiting', sentFraction: 0 } : upload,
      );
    default:
      return uploads.map((upload) =>
        upload.key === action.key ? { ...upload, ...changeOf(action, upload) } : upload,
      );
  }
}

type OneAction = Exclude<UploadAction, { type: 'add' | 'remove' | 'stop' | 'resume' }>;

function changeOf(action: OneAction, upload: PendingUpload): Partial<PendingUpload> {
  switch (action.type) {
    case 'progress':
      return { state: 'sending', sentFraction: action.sentFraction };
    case 'duplicate':
      return { state: 'duplicate' };
    case 'same_name':
      return { state: 'same_name', versionOf: action.of };
    case 'lose':
      return { state: 'lost', losses: upload.losses + 1 };
    case 'fail':
      return { state: 'failed', error: action.error };
    case 'again':
      return { state: 'waiting', sentFraction: 0, error: null };
  }
}

/** Whether something of it is still to be sent. */
export function isUnderWay(upload: PendingUpload): boolean {
  return UNDER_WAY.includes(upload.state);
}
