import { useState } from 'react';

/** The secret that a link carries after its `#`, as it stood when the page was opened. */
export function useSecretOfLink(): string {
  const [secret] = useState(() => window.location.hash.slice(1));
  return secret;
}
