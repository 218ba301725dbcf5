import type { RequestDetail, RequestSegment } from '../../api/request-queries';

export function aSegment(fields: Partial<RequestSegment> = {}): RequestSegment {
  return {
    kind: 'evidence',
    message: 1,
    sequence: null,
    tokens: 12,
    refs: [],
    hash: 'a'.repeat(64),
    erased: false,
    text: 'עובד זכאי ל-22 ימי חופשה.',
    flags: [],
    ...fields,
  };
}

export function aRequest(fields: Partial<RequestDetail> = {}): RequestDetail {
  return {
    id: 'req_a',
    owner_id: 'thr_a',
    purpose: 'turn',
    sequence: -1,
    at: '2026-11-30T10:00:00Z',
    model: 'model',
    profile: 'openai',
    tokens: 200,
    body_hash: 'b'.repeat(64),
    audit: { reused_tokens: 100, new_tokens: 100, broken: null, logged: false },
    usage: {
      input_tokens: 208,
      output_tokens: 40,
      cached_tokens: 52,
      written_tokens: null,
      reasoning_tokens: null,
      uncached_tokens: 156,
    },
    price_usd: 0.0012,
    max_output_tokens: 1_024,
    temperature: 0,
    tools: [],
    messages: [],
    segments: [
      aSegment({ kind: 'system', message: 0, tokens: 60, text: '{"content":"הוראות","role":"system"}' }),
      aSegment({ tokens: 140, refs: ['chk_a'] }),
    ],
    ...fields,
  };
}
