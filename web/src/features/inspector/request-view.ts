import type { CacheAudit, RequestDetail, RequestSegment } from '../../api/request-queries';

/** How long a piece of a prompt stays as it is, in the order in which the pieces stand. */
export const STABILITIES = ['prefix', 'trajectory', 'evidence', 'status'] as const;
export type Stability = (typeof STABILITIES)[number];

/** The pieces of one stability, as they follow one another in the prompt. */
export interface Group {
  stability: Stability;
  tokens: number;
  /** Of the whole prompt, 0–1. */
  share: number;
  segments: readonly RequestSegment[];
}

/** Gather the segments by stability, in their order; a stability without segments has no group. */
export function groupByStability(segments: readonly RequestSegment[]): Group[] {
  const whole = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const told = stabilities(segments);
  return STABILITIES.flatMap((stability) => {
    const held = segments.filter((_, place) => told[place] === stability);
    const tokens = held.reduce((sum, segment) => sum + segment.tokens, 0);
    if (held.length === 0) return [];
    return [{ stability, tokens, share: whole === 0 ? 0 : tokens / whole, segments: held }];
  });
}

/** Facts that stand before all that was said are frozen with the prefix; later ones are evidence. */
function stabilities(segments: readonly RequestSegment[]): Stability[] {
  let isPrefix = true;
  return segments.map(({ kind }) => {
    if (kind === 'trajectory' || kind === 'evidence' || kind === 'status') {
      isPrefix = false;
      return kind;
    }
    return isPrefix ? 'prefix' : 'evidence';
  });
}

/** What of a request was paid for before, as shares of it. */
export interface CacheShares {
  /** Unchanged since the request before it: what could come from a cache, 0–1. */
  reused: number;
  /** What the provider says that it took from its cache, 0–1; null: it does not say. */
  cached: number | null;
  /** Where the request parts from the one before it, 0–1; null: it only adds. */
  broken: number | null;
}

export function cacheShares({ audit, usage, tokens }: RequestDetail): CacheShares {
  const input = usage?.input_tokens ?? null;
  const read = usage?.cached_tokens ?? null;
  return {
    reused: share(audit?.reused_tokens ?? 0, tokens),
    cached: input === null || read === null ? null : share(read, input),
    broken: audit?.broken ? share(audit.broken.token, tokens) : null,
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}

/** How a request stands to its cache, in one word. */
export type CacheState = 'first' | 'grown' | 'logged' | 'broken';

export function cacheState(audit: CacheAudit | null): CacheState {
  if (audit === null) return 'first';
  if (audit.broken !== null) return audit.logged ? 'logged' : 'broken';
  return audit.reused_tokens === 0 ? 'first' : 'grown';
}

/** A segment as somebody reads it: whose words they are, and the words without their JSON. */
export interface Readable {
  /** The role of a message or the name of a tool; null: a part of a message. */
  name: string | null;
  /** The document and the pages of a passage. */
  passage: { document: string; pages: string } | null;
  text: string;
}

export function readable(segment: RequestSegment): Readable {
  const whole = parsed(segment.text);
  if (whole === null) {
    const text = unescaped(segment.text);
    return { name: null, passage: passageOf(text), text };
  }
  const tool = toolOf(whole);
  if (tool !== null) return { name: tool, passage: null, text: JSON.stringify(whole, null, 2) };
  const role = typeof whole['role'] === 'string' ? whole['role'] : null;
  return { name: role, passage: null, text: wordsOf(whole) };
}

function passageOf(text: string): Readable['passage'] {
  const [, document, pages] = /<passage id="[^"]*" document="([^"]*)" pages="([^"]*)"/.exec(text) ?? [];
  if (document === undefined || pages === undefined) return null;
  const plain = document.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
  return { document: plain, pages };
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Join the line breaks that stand between two pieces to the piece before them. */
export function withoutGlue(segments: readonly RequestSegment[]): RequestSegment[] {
  const joined: RequestSegment[] = [];
  for (const segment of segments) {
    const before = joined.at(-1);
    const isGlue = !segment.erased && segment.refs.length === 0 && unescaped(segment.text).trim() === '';
    if (!isGlue || before === undefined || before.kind !== segment.kind) joined.push(segment);
    else {
      joined[joined.length - 1] = {
        ...before,
        tokens: before.tokens + segment.tokens,
        text: before.erased ? '' : before.text + segment.text,
      };
    }
  }
  return joined;
}

/** The names of the tools whose schemas were in the prompt. */
export function toolNames(tools: readonly string[]): string[] {
  return tools.flatMap((schema) => {
    const whole = parsed(schema);
    const name = whole && toolOf(whole);
    return name === null ? [] : [name];
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toolOf(whole: Record<string, unknown>): string | null {
  const held = whole['function'];
  if (whole['type'] !== 'function' || !isRecord(held)) return null;
  return typeof held['name'] === 'string' ? held['name'] : null;
}

function wordsOf(message: Record<string, unknown>): string {
  const { content, tool_calls: calls } = message;
  const said = typeof content === 'string' ? content : content ? JSON.stringify(content, null, 2) : '';
  const called = Array.isArray(calls) ? JSON.stringify(calls, null, 2) : '';
  return [said, called].filter(Boolean).join('\n\n');
}

const LETTERS: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

/** A piece from the middle of a message's JSON, without its escapes. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code?: string, letter?: string) =>
    code === undefined
      ? (LETTERS[letter ?? ''] ?? letter ?? '')
      : String.fromCharCode(parseInt(code, 16)),
  );
}
