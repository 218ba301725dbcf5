import type { AuditEvent } from '../../api/people-queries';

/** Groups of acts by which a list is narrowed; what an action begins with. */
export const ACT_GROUPS = [
  'room.',
  'member.',
  'invitation.',
  'document.',
  'question.',
  'thread.',
  'research.',
  'record.',
  'evaluation.',
  'limits.',
  'retention.',
  'index.',
] as const;

/** Acts that happen on a server and in no room. */
export const SERVER_ACT_GROUPS = [
  'session.',
  'account.',
  'password.',
  'key.',
  ...ACT_GROUPS,
  'agent.',
  'memory.',
  'backup.',
  'settings.',
] as const;

const OF_NOBODY = new Set(['local', 'system', 'nobody']);

/** The catalogue's name of what an action is; a change of a room has three. */
export function actKey({ action, details, room_id }: AuditEvent): string {
  const name = action.replaceAll('.', '_');
  if (action === 'room.change' && details['archived'] === true) return 'audit.room_archive';
  if (action === 'room.change' && details['archived'] === false) return 'audit.room_unarchive';
  if (action === 'account.change' && details['disabled'] === true) return 'audit.account_disable';
  // An account that was made in a room was made by a link to it.
  if (action === 'account.create' && room_id !== null) return 'audit.account_join';
  return `audit.${name}`;
}

/** Who did it: one of those who have no account, or a name; null where nobody knows any more. */
export function actorOf(
  event: AuditEvent,
  names: Record<string, string>,
): { kind: 'local' | 'system' | 'nobody' } | { kind: 'named'; name: string } | { kind: 'gone' } {
  if (OF_NOBODY.has(event.actor)) return { kind: event.actor as 'local' | 'system' | 'nobody' };
  const name = names[event.actor];
  if (name) return { kind: 'named', name };
  // A program is told by its key, and the key's person stands beside it.
  const person = names[String(event.details['user_id'] ?? '')];
  return person ? { kind: 'named', name: person } : { kind: 'gone' };
}

/** What it was done to, by its name now; null where that says nothing, or it is gone. */
export function thingOf(event: AuditEvent, names: Record<string, string>): string | null {
  const ids = [event.thing_id, event.details['user_id'], event.room_id];
  for (const id of ids) {
    const name = typeof id === 'string' && id !== event.actor ? names[id] : undefined;
    if (name) return name;
  }
  return null;
}

/** The first instant of a day as the reader's clock has it, in ISO 8601; of the next for `next`. */
export function dayStart(day: string, next = false): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + (next ? 1 : 0)).toISOString();
}

/** Where a list as it is asked for is saved from. */
export function exportAddress(
  roomId: string | null,
  wish: object,
  format: 'csv' | 'jsonl',
): string {
  const start = roomId === null ? '/api' : `/api/rooms/${encodeURIComponent(roomId)}`;
  const query = new URLSearchParams({ ...wish, format });
  return `${start}/audit/export?${query.toString()}`;
}
