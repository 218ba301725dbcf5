import { useCallback, useEffect, useState } from 'react';

const BEGINNING = 'kesher.draft';

/** What is written and not sent yet, kept for each conversation, also over a reload. */
export function useDraft(roomId: string, threadId: string | null) {
  const key = `${BEGINNING}/${roomId}/${threadId ?? ''}`;
  const [text, setText] = useState(() => readDraft(key));
  useEffect(() => setText(readDraft(key)), [key]);
  const write = useCallback(
    (next: string) => {
      setText(next);
      keepDraft(key, next);
    },
    [key],
  );
  return [text, write] as const;
}

function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing, or is full, still lets the question be written.
  }
}
