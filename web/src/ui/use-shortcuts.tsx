import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

import { chordsOf, isPressed, type Shortcut, type ShortcutGroup, worksWhileWriting } from './shortcuts';

const WRITES = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
// What is on top of the screen, or moves its own choice, has the plain keys to itself.
const ON_TOP = '[aria-modal=true], [role=dialog], [role=menu], [role=listbox]';
const MOVES = '[role=slider], [role=tab], [role=separator], [role=tree], [role=grid]';

type Registry = Map<string, ShortcutGroup>;

const RegistryContext = createContext<Registry | null>(null);

/** Listens for every shortcut that a part of the page has added. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState<Registry>(() => new Map());
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const found = shortcutOf(registry, event);
      if (found?.run === undefined) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/**
 * Add a part's shortcuts while it is shown; the help sheet lists them under `title`.
 *
 * Of two parts with the same key the one that was added last has it. A plain key does nothing
 * while somebody writes, or while a dialog or a menu is open.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const registry = useContext(RegistryContext);
  const id = useId();
  useEffect(() => {
    registry?.set(id, { title, shortcuts });
  });
  useEffect(() => () => void registry?.delete(id), [registry, id]);
}

/** Every shortcut that holds now, by part; parts of one title stand together. */
export function useShortcutGroups(): ShortcutGroup[] {
  const registry = useContext(RegistryContext);
  const groups = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of registry?.values() ?? []) {
    groups.set(title, [...(groups.get(title) ?? []), ...shortcuts]);
  }
  return [...groups].map(([title, shortcuts]) => ({ title, shortcuts }));
}

function shortcutOf(registry: Registry, event: KeyboardEvent): Shortcut | undefined {
  if (event.isComposing) return undefined;
  const isFree = isPlainKeyFree(event.target);
  return [...registry.values()]
    .reverse()
    .flatMap(({ shortcuts }) => shortcuts)
    .find((shortcut) =>
      chordsOf(shortcut).some(
        (chord) => isPressed(chord, event) && (isFree || worksWhileWriting(chord)),
      ),
    );
}

function isPlainKeyFree(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(`${WRITES}, ${MOVES}`) !== null) return false;
  return ![...document.querySelectorAll(ON_TOP)].some(isSeen);
}

function isSeen(element: Element): boolean {
  return element.checkVisibility?.() ?? true;
}
