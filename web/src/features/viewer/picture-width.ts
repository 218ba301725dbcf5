const STEP_PIXELS = 400;
const LEAST_PIXELS = 800;
const MOST_PIXELS = 3_000;

/**
 * The picture's width to ask the server for, in device pixels.
 *
 * In coarse steps, so that a pane dragged by a few pixels does not ask for every page anew.
 */
export function pictureWidth(shownPixels: number, devicePixelRatio: number): number {
  const wanted = Math.ceil((shownPixels * devicePixelRatio) / STEP_PIXELS) * STEP_PIXELS;
  return Math.min(Math.max(wanted, LEAST_PIXELS), MOST_PIXELS);
}

export function pictureUrl(documentId: string, page: number, width: number): string {
  return `/api/documents/${encodeURIComponent(documentId)}/pages/${page}?width=${width}`;
}
