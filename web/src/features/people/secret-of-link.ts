import { useState } from 'react';

const KEPT = 'kesher.invitation';
const JOIN = '/join';

/** The secret that a link carries after its `#`, as it stood when the page was opened. */
export function useSecretOfLink(): string {
  const [secret] = useState(() => {
    bringBack();
    return window.location.hash.slice(1);
  });
  return secret;
}

/**
 * Keep an invitation's secret for the way to another service and back, in this tab alone.
 *
 * It goes to no server: what stands after a `#` is sent to none, and must not be in the address to
 * come back to, which is.
 */
export function keepInvitation(): void {
  const { pathname, hash } = window.location;
  if (pathname === JOIN && hash !== '') window.sessionStorage.setItem(KEPT, hash);
}

/** Where another service leads back to after it refused: to an invitation that waits, if any. */
export function goalAfterRefusal(): string {
  return window.sessionStorage.getItem(KEPT) === null ? '/' : JOIN;
}

/** Put a kept secret where the link had it; it is kept no longer then. */
function bringBack(): void {
  const { pathname, hash } = window.location;
  const kept = window.sessionStorage.getItem(KEPT);
  if (pathname !== JOIN || hash !== '' || kept === null) return;
  window.sessionStorage.removeItem(KEPT);
  window.history.replaceState(window.history.state, '', kept);
}
