/** What shows the server that a change comes from this page and not from another site's. */
const HEADER = 'X-Kesher-CSRF';

// One for the tab: every way of sending (typed calls, streams, uploads) goes with the one session.
let token = '';

/** Keep what `/api/me` says is to be sent; empty where nothing need be. */
export function rememberCsrf(given: string): void {
  token = given;
}

/** The header that goes with whatever changes something; none where the server asks for none. */
export function csrfHeaders(): Record<string, string> {
  return token === '' ? {} : { [HEADER]: token };
}
