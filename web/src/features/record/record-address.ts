/** Where the record of an answer stands on this page. */
export function recordAddress(answerId: string): string {
  return `/answers/${encodeURIComponent(answerId)}`;
}

/** The whole address of a shared record, to be sent to others. */
export function shareAddress(origin: string, roomId: string, shareId: string): string {
  return `${origin}/rooms/${encodeURIComponent(roomId)}/shared/${encodeURIComponent(shareId)}`;
}

export function exportAddress(answerId: string, form: 'json' | 'markdown'): string {
  return `/api/answers/${encodeURIComponent(answerId)}/record/export?form=${form}`;
}
