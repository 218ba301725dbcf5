import { describe, expect, it } from 'vitest';

import { createEventDecoder, readEvents } from './sse';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('createEventDecoder', () => {
  it('reads an event with its name and data', () => {
    expect(createEventDecoder()(bytes('event: stage\ndata: {"stage":"searching"}\n\n'))).toEqual([
      { event: 'stage', data: '{"stage":"searching"}' },
    ]);
  });

  it('gives the same events wherever the stream is cut, inside a Hebrew letter too', () => {
    const stream = bytes('event: text\ndata: {"text":"שלום 😀 мир"}\n\n: ping\n\ndata: سلام\n\n');
    const whole = createEventDecoder()(stream);
    expect(whole).toEqual([
      { event: 'text', data: '{"text":"שלום 😀 мир"}' },
      { event: 'message', data: 'سلام' },
    ]);
    for (let cut = 1; cut < stream.length; cut += 1) {
      const decode = createEventDecoder();
      const parts = [...decode(stream.slice(0, cut)), ...decode(stream.slice(cut))];
      expect(parts, `cut at byte ${cut}`).toEqual(whole);
    }
  });

  it('reads one byte at a time', () => {
    const decode = createEventDecoder();
    const found = [...bytes('event: a\r\ndata: א\r\n\r\n')].flatMap((byte) =>
      decode(Uint8Array.of(byte)),
    );
    expect(found).toEqual([{ event: 'a', data: 'א' }]);
  });

  it.each(['\n', '\r', '\r\n'])('ends lines at %j', (end) => {
    const decode = createEventDecoder();
    const found = [...decode(bytes(`data: 1${end}${end}data: 2${end}${end}`)), ...decode(bytes(':\n'))];
    expect(found.map(({ data }) => data)).toEqual(['1', '2']);
  });

  it('joins several data lines and drops comments, unknown fields and empty events', () => {
    const found = createEventDecoder()(
      bytes(': hello\nretry: 10\ndata: one\ndata:two\n\nevent: none\n\n'),
    );
    expect(found).toEqual([{ event: 'message', data: 'one\ntwo' }]);
  });
});

describe('readEvents', () => {
  it('yields the events of a body and ends with it', async () => {
    const body = new Response('event: done\ndata: {}\n\n').body;
    if (body === null) throw new Error('A response with text has a body.');
    const events = [];
    for await (const event of readEvents(body)) events.push(event);
    expect(events).toEqual([{ event: 'done', data: '{}' }]);
  });
});
