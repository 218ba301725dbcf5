import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef } from 'react';

import { toApiError } from '../../api/problem';
import { infoQuery } from '../../api/queries';
import { heed } from '../../api/refusals';
import { reconnectDelay } from '../../api/waiting';
import type { Info } from '../../api/types';
import { uploadFile } from '../../api/upload';
import { faultOf } from './file-check';
import { isUnderWay, type PendingUpload, reduceUploads } from './upload-list';

const AT_ONCE = 2;
let made = 0;

/** Sends files to a room, two at a time, and keeps account of each. */
export function useUploads(roomId: string, onStored: () => void) {
  const queries = useQueryClient();
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
  useResuming(uploads, () => dispatch({ type: 'resume' }));
  useStayingWhile(uploads.some(isUnderWay));

  async function send({ key, file, versionOf }: PendingUpload) {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const stored = await uploadFile(
        { roomId, versionOf },
        file,
        (sentFraction) => dispatch({ type: 'progress', key, sentFraction }),
        controller.signal,
      );
      if (stored.duplicate) dispatch({ type: 'duplicate', key });
      else if (stored.same_name) dispatch({ type: 'same_name', key, of: stored.same_name });
      else dispatch({ type: 'remove', key });
      onStored();
    } catch (error) {
      if (controller.signal.aborted) return;
      const known = toApiError(error);
      heed(queries, known);
      const isLost = known.problem.code === 'network.unreachable';
      dispatch(isLost ? { type: 'lose', key } : { type: 'fail', key, error: known });
    } finally {
      running.current.delete(key);
    }
  }

  return useMemo(
    () => ({
      uploads,
      add: (files: Iterable<File>, versionOf: string | null = null) =>
        dispatch({ type: 'add', uploads: Array.from(files, (file) => pending(file, info, versionOf)) }),
      again: (key: string) => dispatch({ type: 'again', key }),
      dismiss: (key: string) => {
        running.current.get(key)?.abort();
        dispatch({ type: 'remove', key });
      },
      stop: () => {
        running.current.forEach((controller) => controller.abort());
        dispatch({ type: 'stop' });
      },
    }),
    [uploads, info],
  );
}

export type Uploads = ReturnType<typeof useUploads>;

/** Send again what the connection was lost over: after a while, or as soon as there is one. */
function useResuming(uploads: PendingUpload[], resume: () => void) {
  const losses = Math.max(0, ...uploads.filter(({ state }) => state === 'lost').map((lost) => lost.losses));
  useEffect(() => {
    if (losses === 0) return;
    const timer = setTimeout(resume, reconnectDelay(losses));
    window.addEventListener('online', resume);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
    };
    // A new function each time; what counts is whether something was lost, and how often.
  }, [losses]);
}

/** Let the browser ask before the page is left while something is being sent. */
function useStayingWhile(isSending: boolean) {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}

function pending(file: File, info: Info | undefined, versionOf: string | null): PendingUpload {
  const fault = info ? faultOf(file, info) : null;
  return {
    key: `upload-${(made += 1)}`,
    file,
    state: fault ? 'refused' : 'waiting',
    sentFraction: 0,
    fault,
    error: null,
    versionOf,
    losses: 0,
  };
}

function nextToSend(uploads: PendingUpload[], running: Map<string, unknown>): PendingUpload[] {
  const waiting = uploads.filter(({ key, state }) => state === 'waiting' && !running.has(key));
  return waiting.slice(0, Math.max(AT_ONCE - running.size, 0));
}
