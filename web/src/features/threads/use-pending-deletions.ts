import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** As long as the notice with the way back stands. */
const GRACE_MS = 10_000;

/**
 * Delete after a while in which it can be taken back.
 *
 * Leaving the page earlier deletes at once: whoever deleted and went away meant it.
 */
export function usePendingDeletions(remove: (id: string) => Promise<void>) {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());

  const forget = useCallback((id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setLeaving((ids) => new Set([...ids].filter((each) => each !== id)));
  }, []);
  const finish = useCallback(
    async (id: string) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      // What is not deleted after all is shown again.
      await remove(id).catch(() => undefined);
      forget(id);
    },
    [forget, remove],
  );
  useEffect(() => {
    const held = timers.current;
    const finishAll = () => [...held.keys()].forEach((id) => void finish(id));
    window.addEventListener('pagehide', finishAll);
    return () => {
      window.removeEventListener('pagehide', finishAll);
      finishAll();
    };
  }, [finish]);

  return useMemo(
    () => ({
      leaving,
      begin: (id: string) => {
        timers.current.set(id, setTimeout(() => void finish(id), GRACE_MS));
        setLeaving((ids) => new Set([...ids, id]));
      },
      takeBack: forget,
    }),
    [leaving, finish, forget],
  );
}
