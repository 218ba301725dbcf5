import type { AskEvent } from '../../api/ask-stream';

const BEGINNING = 'kesher.draft';

/** Where a draft is written: whose it is (null: the one local person's), in which room and thread. */
export interface DraftPlace {
  personId: string | null;
  roomId: string;
  /** Null: a new conversation's. */
  threadId: string | null;
}

/** The name under which the browser keeps a draft; people who share a browser have each their own. */
export function draftKey({ personId, roomId, threadId }: DraftPlace): string {
  const owner = personId === null ? [] : [personId];
  return [BEGINNING, ...owner, roomId, threadId ?? ''].join('/');
}

export function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing, or is full, still lets the question be written.
  }
}

/**
 * Keep a question as a draft until the server has it, and pass its events on.
 *
 * So it is in the box again where it never arrived: the session had ended, the page was left.
 */
export async function* keptUntilTaken(
  key: string,
  question: string,
  events: AsyncGenerator<AskEvent>,
): AsyncGenerator<AskEvent> {
  keepDraft(key, question);
  for await (const event of events) {
    const isTaken = event.event === 'thread' || event.event === 'research';
    // What was written since is another question.
    if (isTaken && readDraft(key) === question) keepDraft(key, '');
    yield event;
  }
}
