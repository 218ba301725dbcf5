import { expect, it } from 'vitest';

import type { AuditEvent } from '../../api/people-queries';
import { actKey, actorOf, dayStart, exportAddress, thingOf } from './audit-view';

function anEvent(fields: Partial<AuditEvent> = {}): AuditEvent {
  return {
    sequence: 7,
    at: '2026-11-30T10:00:00Z',
    actor: 'usr_1',
    action: 'document.delete',
    outcome: 'done',
    room_id: 'room_1',
    thing_id: 'doc_1',
    address: '127.0.0.1',
    details: {},
    hash: 'ab',
    ...fields,
  };
}

const NAMES = { usr_1: 'דנה לוי', usr_2: 'عمر', key_1: 'סקריפט', doc_1: 'нормы.pdf' };

it('tells archiving, shutting out and joining from other changes', () => {
  expect(actKey(anEvent())).toBe('audit.document_delete');
  expect(actKey(anEvent({ action: 'room.change', details: { archived: true } }))).toBe(
    'audit.room_archive',
  );
  expect(actKey(anEvent({ action: 'room.change', details: { archived: false } }))).toBe(
    'audit.room_unarchive',
  );
  expect(actKey(anEvent({ action: 'room.change', details: { archived: null } }))).toBe(
    'audit.room_change',
  );
  expect(actKey(anEvent({ action: 'account.change', details: { disabled: true } }))).toBe(
    'audit.account_disable',
  );
  expect(actKey(anEvent({ action: 'account.create' }))).toBe('audit.account_join');
  expect(actKey(anEvent({ action: 'account.create', room_id: null }))).toBe('audit.account_create');
});

it('names who did it as they are called now', () => {
  expect(actorOf(anEvent(), NAMES)).toEqual({ kind: 'named', name: 'דנה לוי' });
  expect(actorOf(anEvent({ actor: 'system' }), NAMES)).toEqual({ kind: 'system' });
  expect(actorOf(anEvent({ actor: 'usr_gone' }), NAMES)).toEqual({ kind: 'gone' });
  const byKey = anEvent({ actor: 'key_gone', details: { user_id: 'usr_2' } });
  expect(actorOf(byKey, NAMES)).toEqual({ kind: 'named', name: 'عمر' });
});

it('names what it was done to, and never the one who did it', () => {
  expect(thingOf(anEvent(), NAMES)).toBe('нормы.pdf');
  expect(thingOf(anEvent({ thing_id: 'usr_1' }), NAMES)).toBeNull();
  expect(thingOf(anEvent({ thing_id: 'doc_gone' }), NAMES)).toBeNull();
  expect(thingOf(anEvent({ thing_id: null, details: { user_id: 'usr_2' } }), NAMES)).toBe('عمر');
});

it('begins and ends a day by the reader’s own clock, over the end of a month too', () => {
  expect(new Date(dayStart('2026-11-30')).getHours()).toBe(0);
  expect(new Date(dayStart('2026-11-30', true)).getDate()).toBe(1);
});

it('saves the very list that is shown', () => {
  expect(exportAddress('room 1', { action: 'room.' }, 'csv')).toBe(
    '/api/rooms/room%201/audit/export?action=room.&format=csv',
  );
  expect(exportAddress(null, {}, 'jsonl')).toBe('/api/audit/export?format=jsonl');
});
