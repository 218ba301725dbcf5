import { useEffect } from 'react';

const STORED_UNDER = 'kesher.person';

/**
 * Let the tabs of a browser, which share one session, know of each other's signing in and out.
 *
 * Args: `person` is the id of who is signed in here, empty for nobody, undefined while unknown;
 * `onOther` is called when another tab has told of somebody else.
 */
export function useSessionOfTabs(person: string | undefined, onOther: () => void): void {
  useEffect(() => {
    if (person === undefined) return;
    tell(person);
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === STORED_UNDER && newValue !== person) onOther();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [person, onOther]);
}

function tell(person: string): void {
  try {
    // An equal value is no event in the other tabs.
    localStorage.setItem(STORED_UNDER, person);
  } catch {
    // Where a browser keeps nothing, a tab finds out by its next refusal.
  }
}
