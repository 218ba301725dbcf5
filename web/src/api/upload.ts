import { csrfHeaders } from './csrf';
import { ApiError, toApiError, toProblem } from './problem';
import type { Upload } from './types';

/**
 * Send one file to a room and tell how much of it has left, as a fraction 0–1.
 *
 * `XMLHttpRequest`, because `fetch` does not tell how much of a body was sent.
 */
export function uploadFile(
  roomId: string,
  file: File,
  onProgress: (sentFraction: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/rooms/${encodeURIComponent(roomId)}/documents`);
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
