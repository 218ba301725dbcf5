import { describe, expect, it } from 'vitest';

import { aRequest, aSegment } from './test-request';
import {
  cacheShares,
  cacheState,
  groupByStability,
  readable,
  toolNames,
  withoutGlue,
} from './request-view';

describe('groupByStability', () => {
  it('adds up the pieces of each stability in their order', () => {
    const groups = groupByStability([
      aSegment({ kind: 'tools', tokens: 10 }),
      aSegment({ kind: 'system', tokens: 30 }),
      aSegment({ kind: 'trajectory', tokens: 20 }),
      aSegment({ kind: 'evidence', tokens: 35 }),
      aSegment({ kind: 'status', tokens: 5 }),
    ]);
    expect(groups.map(({ stability, tokens, share }) => [stability, tokens, share])).toEqual([
      ['prefix', 40, 0.4],
      ['trajectory', 20, 0.2],
      ['evidence', 35, 0.35],
      ['status', 5, 0.05],
    ]);
  });

  it('takes facts before all that was said for the prefix and later ones for evidence', () => {
    const groups = groupByStability([
      aSegment({ kind: 'memory', tokens: 3 }),
      aSegment({ kind: 'trajectory', tokens: 1 }),
      aSegment({ kind: 'memory', tokens: 2 }),
    ]);
    expect(groups.map(({ stability, tokens }) => [stability, tokens])).toEqual([
      ['prefix', 3],
      ['trajectory', 1],
      ['evidence', 2],
    ]);
  });

  it('has nothing to say of nothing', () => {
    expect(groupByStability([])).toEqual([]);
    expect(groupByStability([aSegment({ tokens: 0 })])[0]?.share).toBe(0);
  });
});

describe('the cache', () => {
  it('is told as shares of the request', () => {
    const request = aRequest({ tokens: 200 });
    expect(cacheShares(request)).toEqual({ reused: 0.5, cached: 0.25, broken: null });
    expect(cacheShares(aRequest({ usage: null, audit: null, tokens: 0 }))).toEqual({
      reused: 0,
      cached: null,
      broken: null,
    });
  });

  it('has a state for a first request, a grown one, and breaks with and without a reason', () => {
    const broken = aRequest().audit;
    const cut = { ...BREAK };
    expect(cacheState(null)).toBe('first');
    expect(cacheState(broken)).toBe('grown');
    expect(cacheState({ reused_tokens: 4, new_tokens: 9, logged: true, broken: cut })).toBe('logged');
    expect(cacheState({ reused_tokens: 4, new_tokens: 9, logged: false, broken: cut })).toBe('broken');
  });
});

const BREAK = {
  cause: 'system_changed',
  message: 0,
  byte: 4,
  token: 1,
  lost_tokens: 5,
  lost_usd: 0,
  before: 'שלום',
  after: 'Hello',
  explanation: '',
};

describe('readable', () => {
  it.each([
    ['{"content":"אתה עוזר.\\nשורה","role":"system"}', 'system', 'אתה עוזר.\nשורה'],
    ['{"function":{"name":"search"},"type":"function"}', 'search', '"name": "search"'],
    ['{"content":null,"role":"assistant","tool_calls":[{"id":"a"}]}', 'assistant', '"id": "a"'],
  ])('gives who speaks and the words of %s', (text, name, words) => {
    const shown = readable(aSegment({ text }));
    expect(shown.name).toBe(name);
    expect(shown.text).toContain(words);
  });

  it('gives a part of a message without the escapes of its JSON', () => {
    const text = '\\n<passage document=\\"נוהל \\\\ א.pdf\\">\\nעמוד \\u200f3';
    expect(readable(aSegment({ text }))).toEqual({
      name: null,
      passage: null,
      text: '\n<passage document="נוהל \\ א.pdf">\nעמוד \u200f3',
    });
  });

  it('tells a passage by its document and pages', () => {
    const text = '<passage id=\\"c1\\" document=\\"נוהל &quot;א&quot;.pdf\\" pages=\\"3-4\\">';
    expect(readable(aSegment({ text })).passage).toEqual({ document: 'נוהל "א".pdf', pages: '3-4' });
  });
});

describe('withoutGlue', () => {
  it('joins line breaks to the piece before them, and keeps all else apart', () => {
    const pieces = [
      aSegment({ text: 'א', tokens: 5, refs: ['c1'] }),
      aSegment({ text: '\\n', tokens: 1 }),
      aSegment({ text: 'ב', tokens: 4 }),
      aSegment({ text: '', tokens: 2, erased: true }),
    ];
    expect(withoutGlue(pieces).map(({ text, tokens }) => [text, tokens])).toEqual([
      ['א\\n', 6],
      ['ב', 4],
      ['', 2],
    ]);
  });
});

it('names the tools of a request, and leaves out what is none', () => {
  const search = '{"function":{"name":"search","parameters":{}},"type":"function"}';
  expect(toolNames([search, 'not JSON', '{"type":"other"}', '[]'])).toEqual(['search']);
});
