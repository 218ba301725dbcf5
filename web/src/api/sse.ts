/** One message of a `text/event-stream`. */
export interface ServerEvent {
  event: string;
  data: string;
  /** What a reader who was cut off gives back to go on after it; missing where none may. */
  id?: string;
}

/**
 * Turn pieces of an event stream into whole events.
 *
 * A piece may end anywhere: inside a line, between CR and LF, or inside the bytes of one Hebrew
 * letter. Comments and unknown fields are dropped, an event without data too.
 *
 * Source: WHATWG HTML, "Server-sent events", 9.2.6 Interpreting an event stream.
 */
export function createEventDecoder(): (bytes: Uint8Array) => ServerEvent[] {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let event = '';
  let id: string | undefined;
  let data: string[] = [];

  const takeLine = (line: string): ServerEvent | null => {
    if (line === '') {
      const whole = data.length > 0 ? wholeOf(event, data, id) : null;
      event = '';
      data = [];
      return whole;
    }
    const [field, value] = splitField(line);
    if (field === 'event') event = value;
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
    return null;
  };

  return (bytes) => {
    const { lines, left } = splitLines(rest + decoder.decode(bytes, { stream: true }));
    rest = left;
    return lines.map(takeLine).filter((found) => found !== null);
  };
}

function wholeOf(event: string, data: string[], id: string | undefined): ServerEvent {
  const whole = { event: event || 'message', data: data.join('\n') };
  return id === undefined ? whole : { ...whole, id };
}

/** Yield the events of a response as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decode = createEventDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* decode(value);
    }
  } finally {
    reader.releaseLock();
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

function splitLines(text: string): { lines: string[]; left: string } {
  // A CR at the very end may be half of CRLF, so it waits for the next piece.
  const held = text.endsWith('\r') ? '\r' : '';
  const parts = text.slice(0, text.length - held.length).split(/\r\n|\r|\n/);
  const last = parts.pop() ?? '';
  return { lines: parts, left: last + held };
}
