import { useState } from 'react';

import { checkEntry, type Entry, type EntryFault } from './entry-check';

/** The fields of a form by which somebody comes in; what is wrong is said when it is sent. */
export function useEntry<Fields extends Entry>(start: Fields, { isNew = false } = {}) {
  const [values, setValues] = useState(start);
  const [wasSent, setSent] = useState(false);
  const faults = checkEntry(values, isNew);
  const field = (name: keyof Entry & keyof Fields) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    fault: (wasSent ? faults[name] : undefined) as EntryFault | undefined,
  });
  /** Send it where nothing is wrong; else show what is. */
  const send = (go: () => void) => {
    setSent(true);
    if (Object.keys(faults).length === 0) go();
  };
  return { values, field, send };
}
