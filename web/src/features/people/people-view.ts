import type { AdministeredRoom, Person } from '../../api/people-queries';

/** From so many people on the list can be searched. */
export const SEARCHED_FROM = 9;

/** People in whose name or e-mail a text stands. */
export function foundPeople(people: readonly Person[], text: string): Person[] {
  const wanted = text.trim().toLocaleLowerCase();
  return people.filter(({ name, email }) =>
    `${name} ${email}`.toLocaleLowerCase().includes(wanted),
  );
}

/** Rooms that nobody answers for: without an owner, or of one who is shut out. */
export function ownerlessRooms(rooms: readonly AdministeredRoom[]): AdministeredRoom[] {
  return rooms.filter(({ owner }) => owner === null || owner.disabled);
}

const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'CrOS', 'Linux'] as const;
// What calls itself by another's name, too, stands before it.
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** The browser and the system that a session's client says it is, as a person calls them. */
export function clientName(client: string): string {
  const browser = BROWSERS.find(([sign]) => client.includes(`${sign}/`))?.[1];
  const system = SYSTEMS.find((name) => client.includes(name))?.replace('Mac OS', 'macOS');
  return [browser, system].filter(Boolean).join(', ') || client;
}
