import { csrfHeaders } from './csrf';
import { ApiError, toApiError, toProblem } from './problem';
import type { Upload } from './types';

/** Where a file goes: into a room, or as the newest version of one of its documents. */
export interface UploadTarget {
  roomId: string;
  versionOf: string | null;
}

/**
 * Send one file and tell how much of it has left, as a fraction 0–1.
 *
 * `XMLHttpRequest`, because `fetch` does not tell how much of a body was sent.
 */
export function uploadFile(
  target: UploadTarget,
  file: File,
  onProgress: (sentFraction: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(target));
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.response as Upload);
      else reject(new ApiError(toProblem(request.response, request.status)));
    };
    request.onerror = () => reject(toApiError(null));
    request.onabort = () => reject(toApiError(null));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

function addressOf({ roomId, versionOf }: UploadTarget): string {
  return versionOf === null
    ? `/api/rooms/${encodeURIComponent(roomId)}/documents`
    : `/api/documents/${encodeURIComponent(versionOf)}/versions`;
}
