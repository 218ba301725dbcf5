import type { Member, RoomRole } from '../../api/people-queries';
import type { Me, Room } from '../../api/types';

/** What one person gives another; an owner is made by giving the room away. */
export const GIVEN_ROLES = ['viewer', 'member', 'manager'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** The roles that somebody may give in a room: managers no higher one than `member`. */
export function givableRoles(room: Room, me: Me | undefined): GivenRole[] {
  if (room.rights.includes('own') || me?.administers) return [...GIVEN_ROLES];
  return room.rights.includes('manage') ? ['viewer', 'member'] : [];
}

/** Whether somebody may change or take away the role of a person of the room. */
export function mayChange(member: Member, room: Room, me: Me | undefined): boolean {
  if (member.role === 'owner' || member.user_id === me?.person?.id) return false;
  return givableRoles(room, me).includes(member.role);
}

/** Whether somebody may give up their own role: the owner gives the room away first. */
export function mayLeave(room: Room, me: Me | undefined): boolean {
  return me?.mode === 'accounts' && room.role != null && room.role !== ('owner' satisfies RoomRole);
}
