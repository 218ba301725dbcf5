import { fuzzyScore } from '../ui/fuzzy';

export const KINDS = ['room', 'thread', 'document', 'place', 'action'] as const;
export type ItemKind = (typeof KINDS)[number];

export interface PaletteItem {
  id: string;
  kind: ItemKind;
  title: string;
  /** Where it belongs: a thread's room, a section's screen. */
  hint?: string;
  run: () => void;
}

export interface PaletteGroup {
  kind: ItemKind;
  items: PaletteItem[];
}

const MOST_PER_KIND = 6;
// A hint helps to find a thing, but a thing of that name comes first.
const HINT_WEIGHT = 0.5;

/**
 * What answers the typed words, by kind: the kind with the best answer first, its best first.
 *
 * Where nothing is typed, everything stands in the order of the kinds and of the items.
 */
export function matching(items: readonly PaletteItem[], typed: string): PaletteGroup[] {
  const scored = items
    .map((item) => ({ item, score: scoreOf(item, typed) }))
    .filter((each): each is { item: PaletteItem; score: number } => each.score !== null)
    .sort((one, other) => other.score - one.score);
  const groups = KINDS.map((kind) => scored.filter(({ item }) => item.kind === kind)).filter(
    (group) => group.length > 0,
  );
  if (typed.trim() !== '') groups.sort((one, other) => best(other) - best(one));
  return groups.map((group) => ({
    kind: group[0]?.item.kind ?? 'action',
    items: group.slice(0, MOST_PER_KIND).map(({ item }) => item),
  }));
}

function scoreOf(item: PaletteItem, typed: string): number | null {
  const own = fuzzyScore(typed, item.title);
  if (own !== null || item.hint === undefined) return own;
  const whole = fuzzyScore(typed, `${item.hint} ${item.title}`);
  return whole === null ? null : whole * HINT_WEIGHT;
}

function best(group: readonly { score: number }[]): number {
  return group[0]?.score ?? 0;
}
