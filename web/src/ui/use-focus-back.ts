import { useEffect, useState } from 'react';

/**
 * Give the focus back, when a part that took it goes, to whatever had it before.
 *
 * For a dialog that is drawn only while it is open; one that stays and is opened does it itself.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}
