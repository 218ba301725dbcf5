/**
 * A key with what is held beside it: `Mod+KeyK`, `Shift+KeyN`, `Escape`.
 *
 * Keys are named by their place on the board (`KeyboardEvent.code`), so that they work under a
 * Hebrew, Arabic or Russian layout, too. `Mod` is Ctrl, or Command on a Mac.
 */
export type Chord = string;

export interface Shortcut {
  /** Any of them does it; the first is the one that the help shows. */
  keys: Chord | readonly Chord[];
  /** What it does, in the page's language. */
  label: string;
  /** Missing where the part of the page that has the focus handles the key itself. */
  run?: () => void;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

interface Pressed {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const NAMES: Record<string, string> = {
  Escape: 'Esc',
  Slash: '/',
  Equal: '+',
  Minus: '−',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

export function chordsOf({ keys }: Shortcut): readonly Chord[] {
  return typeof keys === 'string' ? [keys] : keys;
}

/** Whether a press is this chord, with nothing else held. */
export function isPressed(chord: Chord, pressed: Pressed): boolean {
  const { code, isMod, isShift, isAlt } = read(chord);
  return (
    pressed.code === code &&
    (pressed.ctrlKey || pressed.metaKey) === isMod &&
    pressed.shiftKey === isShift &&
    pressed.altKey === isAlt
  );
}

/** Whether a chord may be meant while somebody writes: only one that writes nothing. */
export function worksWhileWriting(chord: Chord): boolean {
  return read(chord).isMod;
}

/** The names of a chord's keys, in the order in which they are pressed. */
export function namesOf(chord: Chord, isMac: boolean): string[] {
  const { code, isMod, isShift, isAlt } = read(chord);
  const held = [isMod && (isMac ? '⌘' : 'Ctrl'), isAlt && (isMac ? '⌥' : 'Alt'), isShift && 'Shift'];
  return [...held.filter((name) => name !== false), NAMES[code] ?? code.replace(/^(Key|Digit)/, '')];
}

function read(chord: Chord) {
  const parts = chord.split('+');
  return {
    code: parts.at(-1) ?? '',
    isMod: parts.includes('Mod'),
    isShift: parts.includes('Shift'),
    isAlt: parts.includes('Alt'),
  };
}
