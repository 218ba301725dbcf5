import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';

import { toApiError } from '../../api/problem';
import { infoQuery } from '../../api/queries';
import { uploadFile } from '../../api/upload';
import { faultOf } from './file-check';
import { type PendingUpload, reduceUploads } from './upload-list';

const AT_ONCE = 2;

/** Sends files to a room, two at a time, and keeps account of each. */
export function useUploads(roomId: string, onStored: () => void) {
  const info = useQuery(infoQuery).data;
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    for (const upload of nextToSend(uploads, running.current)) void send(upload);
  });
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);

  async function send({ key, file }: PendingUpload) {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const stored = await uploadFile(
        roomId,
        file,
        (sentFraction) => dispatch({ type: 'progress', key, sentFraction }),
        controller.signal,
      );
      dispatch({ type: stored.duplicate ? 'duplicate' : 'remove', key });
      onStored();
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'fail', key, error: toApiError(error) });
    } finally {
      running.current.delete(key);
    }
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      const fresh = Array.from(files, (file): PendingUpload => {
        const fault = info ? faultOf(file, info) : null;
        return {
          key: crypto.randomUUID(),
          file,
          state: fault ? 'refused' : 'waiting',
          sentFraction: 0,
          fault,
          error: null,
        };
      });
      dispatch({ type: 'add', uploads: fresh });
    },
    again: (key: string) => dispatch({ type: 'again', key }),
    dismiss: (key: string) => {
      running.current.get(key)?.abort();
      dispatch({ type: 'remove', key });
    },
  };
}

function nextToSend(uploads: PendingUpload[], running: Map<string, unknown>): PendingUpload[] {
  const waiting = uploads.filter(({ key, state }) => state === 'waiting' && !running.has(key));
  return waiting.slice(0, Math.max(AT_ONCE - running.size, 0));
}
