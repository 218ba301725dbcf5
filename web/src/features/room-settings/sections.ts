import type { Me, Room } from '../../api/types';

/** The parts of a room's settings, by the last piece of their address. */
export const ROOM_SECTIONS = ['general', 'people', 'audit', 'usage', 'retention'] as const;
export type RoomSection = (typeof ROOM_SECTIONS)[number];

/**
 * Which parts somebody sees.
 *
 * Where nobody signs in there are no people of a room; what was done in it is told all the same.
 */
export function sectionsOf(room: Room, me: Me | undefined): RoomSection[] {
  const manages = room.rights.includes('manage');
  return ROOM_SECTIONS.filter((section) => {
    if (section === 'people') return me?.mode === 'accounts';
    if (section === 'audit' || section === 'usage') return manages;
    return true;
  });
}

/** The part that an address means; the first where it means none that is shown. */
export function chosenSection(named: string | null, shown: readonly RoomSection[]): RoomSection {
  return shown.find((section) => section === named) ?? shown[0] ?? 'general';
}
