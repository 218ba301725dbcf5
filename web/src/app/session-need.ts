/** Whether the server has asked for a token, for whoever wants to follow it. */
export interface SessionNeed {
  isNeeded: () => boolean;
  raise: () => void;
  satisfied: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSessionNeed(): SessionNeed {
  let needed = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    needed = next;
    listeners.forEach((listener) => listener());
  };
  return {
    isNeeded: () => needed,
    raise: () => set(true),
    satisfied: () => set(false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
