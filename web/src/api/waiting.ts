const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** The wait before attempt `failures` + 1, doubling from half a second up to fifteen. */
export function reconnectDelay(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
}

/** Wait that long, or until `signal` is aborted or the browser is on line again. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}
