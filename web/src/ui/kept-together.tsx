import { Fragment } from 'react';

const LONGEST_CHARS = 24;
// A prefix and its number (ל-22), a form (HR-104), a date (31.12.2026), a range (9:00–17:00).
const JOINED = /[\p{L}\p{N}]+(?:[-\u05BE\u2013/.:,][\p{L}\p{N}]+)+/gu;

/** Cut a text so that every odd piece is a token that a line must not break. */
export function splitKept(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(JOINED)) {
    if (token.length > LONGEST_CHARS) continue;
    pieces.push(text.slice(from, index), token);
    from = index + token.length;
  }
  return [...pieces, text.slice(from)];
}

/**
 * Text whose short hyphenated tokens stay on one line.
 *
 * In a right-to-left line a token broken at its hyphen shows its halves in the wrong places.
 */
export function KeptTogether({ text }: { text: string }) {
  return splitKept(text).map((piece, place) => (
    <Fragment key={place}>
      {place % 2 === 1 ? <span className="kept">{piece}</span> : piece}
    </Fragment>
  ));
}
