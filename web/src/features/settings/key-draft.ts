import type { Capability, KeyCreate } from '../../api/settings-queries';
import type { Room } from '../../api/types';

type Right = Room['rights'][number];

/** How much a key may do in a room, each including what stands before it. */
export const LEVELS = ['read', 'ask', 'write', 'manage'] as const;
export type Level = (typeof LEVELS)[number];

export interface KeyDraft {
  name: string;
  level: Level;
  capabilities: Capability[];
  /** Ids; null: every room of its person, later ones too. */
  rooms: string[] | null;
  /** Null: until it is revoked. */
  days: number | null;
}

export const USUAL_DRAFT: KeyDraft = {
  name: '',
  level: 'ask',
  capabilities: [],
  rooms: null,
  days: 90,
};

export function keyOf(draft: KeyDraft): KeyCreate {
  return {
    name: draft.name.trim(),
    rights: rightsOf(draft.level),
    capabilities: draft.capabilities,
    rooms: draft.rooms,
    expires_in_days: draft.days,
  };
}

export function rightsOf(level: Level): Right[] {
  return LEVELS.slice(0, LEVELS.indexOf(level) + 1);
}

/** The highest level whose rights a key has; null where it has none in rooms. */
export function levelOf(rights: readonly Right[]): Level | null {
  return LEVELS.findLast((level) => rights.includes(level)) ?? null;
}
