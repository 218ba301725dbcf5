import type { TrajectoryEvent } from '../../api/request-queries';

/** A change of what the model is shown of the past, with the way back to what stood there. */
export interface Compaction {
  id: string;
  sequence: number;
  kind: string;
  layer: string;
  reason: string;
  /** Where the full text can be read again, if apart from the log. */
  original: string | null;
  /** What was said, as the log still holds it. */
  covered: readonly Covered[];
  /** It was taken back later, within the same log. */
  isTakenBack: boolean;
}

export interface Covered {
  sequence: number;
  text: string;
}

/** What code loaded for the model before a request was sent. */
export interface Loaded {
  skills: readonly string[];
  tools: readonly string[];
  compactions: readonly Compaction[];
}

/** Read a trajectory's events up to and with `sequence`. Events of unknown shape say nothing. */
export function loadedUntil(events: readonly TrajectoryEvent[], sequence: number): Loaded {
  const past = events.filter((event) => event.sequence <= sequence);
  return {
    skills: unique(notedNames(past, 'skill')),
    tools: unique(notedNames(past, 'tool_revealed')),
    compactions: compactions(past),
  };
}

function notedNames(events: readonly TrajectoryEvent[], topic: string): string[] {
  return events.flatMap(({ kind, payload }) => {
    if (kind !== 'Noted' || payload['topic'] !== topic) return [];
    const name = record(json(payload['body']))['name'];
    return typeof name === 'string' ? [name] : [];
  });
}

function compactions(events: readonly TrajectoryEvent[]): Compaction[] {
  const edits = events.filter(({ kind }) => kind === 'Edited').map((event) => ({
    sequence: event.sequence,
    edit: record(event.payload['edit']),
  }));
  const restored = new Set(edits.map(({ edit }) => edit['restores']).filter(Boolean));
  return edits
    .filter(({ edit }) => edit['kind'] !== 'restore')
    .map(({ sequence, edit }) => ({
      id: text(edit['id']),
      sequence,
      kind: text(edit['kind']),
      layer: text(edit['layer']),
      reason: text(edit['reason']),
      original: typeof edit['original'] === 'string' ? edit['original'] : null,
      covered: coveredBy(edit['targets'], events),
      isTakenBack: restored.has(edit['id']),
    }));
}

/** A target stands for its group: what a model said, and the results of the tools it called. */
function coveredBy(targets: unknown, events: readonly TrajectoryEvent[]): Covered[] {
  if (!Array.isArray(targets)) return [];
  const wanted = new Set(targets);
  let isCovered = false;
  return events
    .filter(({ kind }) => kind === 'Said')
    .filter((event) => {
      const isResult = record(event.payload['message'])['role'] === 'tool';
      isCovered = wanted.has(event.sequence) || (isCovered && isResult);
      return isCovered;
    })
    .map((event) => ({ sequence: event.sequence, text: said(event) }));
}

function said({ payload }: TrajectoryEvent): string {
  const message = record(payload['message']);
  const content = message['text'] ?? message['content'];
  return typeof content === 'string' ? content : JSON.stringify(message, null, 2);
}

function json(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
