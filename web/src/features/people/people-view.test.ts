import { expect, it } from 'vitest';

import type { AdministeredRoom, Member, Person } from '../../api/people-queries';
import { clientName, foundPeople, ownerlessRooms } from './people-view';

const person = (id: string, name: string, email: string): Person => ({
  id,
  name,
  email,
  administrator: false,
  disabled: false,
  created_at: '2026-11-30T10:00:00Z',
});

it('finds people by a part of their name or e-mail', () => {
  const people = [person('a', 'דנה לוי', 'dana@example.org'), person('b', 'عمر', 'OMAR@x.org')];
  expect(foundPeople(people, 'לוי').map(({ id }) => id)).toEqual(['a']);
  expect(foundPeople(people, ' omar').map(({ id }) => id)).toEqual(['b']);
  expect(foundPeople(people, '')).toHaveLength(2);
});

it('knows a room that nobody answers for', () => {
  const owner: Member = {
    user_id: 'a',
    name: 'Маша',
    email: 'm@example.org',
    role: 'owner',
    since: '2026-11-30T10:00:00Z',
    disabled: false,
  };
  const figures = { documents: 0, pages: 0, chunks: 0, dimensions: 0, tokens: 0 };
  const room = (id: string, held: Member | null): AdministeredRoom => ({
    id,
    name: id,
    created_at: '2026-11-30T10:00:00Z',
    archived_at: null,
    figures,
    owner: held,
    people: 1,
  });
  const rooms = [room('held', owner), room('none', null), room('out', { ...owner, disabled: true })];
  expect(ownerlessRooms(rooms).map(({ id }) => id)).toEqual(['none', 'out']);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140 Safari/537 Edg/140.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0', 'Firefox, macOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('calls %s as a person would', (client, name) => {
  expect(clientName(client)).toBe(name);
});
