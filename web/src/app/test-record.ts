import type { AnswerRecord, RankedRow, SearchVectors } from '../api/types';

interface RowFields extends Partial<Omit<RankedRow, 'marks'>> {
  /** Places by ranking; the scores follow from them. */
  ranks?: Record<string, number>;
}

export function aRankedRow({ ranks = { dense: 1, fused: 1 }, ...fields }: RowFields = {}): RankedRow {
  const marks = Object.entries(ranks).map(([name, rank]) => [name, { rank, score: 1 / rank }]);
  return {
    chunk_id: 'c1',
    document_id: 'd1',
    document_name: 'נוהל.pdf',
    page_numbers: [3],
    section: ['חופשות'],
    excerpt: 'עובד במשרה מלאה זכאי ל-22 ימי חופשה.',
    standing: 'standing',
    rank: 1,
    neighbour_of: null,
    grade: null,
    sent: true,
    marks: Object.fromEntries(marks) as RankedRow['marks'],
    ...fields,
  };
}

export function aRecord(fields: Partial<AnswerRecord> = {}): AnswerRecord {
  const figures = { documents: 2, pages: 14, chunks: 27, dimensions: 384, tokens: 12_516 };
  return {
    form: 'kesher-answer-record/1',
    answer_id: 'ans1',
    room_id: 'r1',
    thread_id: 't1',
    question: 'כמה ימי חופשה?',
    kind: 'model',
    held_fraction: null,
    text: 'עשרים ושניים.',
    citations: [],
    stop_reason: 'complete',
    model: 'model',
    research_id: null,
    error_code: null,
    error: null,
    created_at: '2026-11-30T10:00:00Z',
    shared: false,
    retrievals: [
      {
        label: 'question',
        query: 'כמה ימי חופשה?',
        earlier: [],
        cited: [],
        search_text: 'כמה ימי חופשה?',
        embedder: 'e5',
        vector: [0.1, -0.2, 0.05],
        figures,
        rankings: { dense: 27, lexical: 4, grams: 9, fused: 27 },
        fusion: 'scores',
        rows: [
          aRankedRow({ ranks: { dense: 4, lexical: 2, fused: 1 } }),
          aRankedRow({
            chunk_id: 'c2',
            document_name: 'Payroll.docx',
            section: [],
            excerpt: 'Paid on the ninth.',
            rank: null,
            sent: false,
            ranks: { dense: 1, fused: 2 },
          }),
        ],
        stages: [{ name: 'embed', began_ms: 0, ms: 12 }],
      },
    ],
    prompt: {
      sent: true,
      tokens: 3_129,
      budget_tokens: 3_400,
      room_tokens: 12_516,
      passages_sent: 8,
      passages_left_out: 3,
      segments: [
        {
          kind: 'system',
          message: 0,
          tokens: 420,
          refs: [],
          hash: 'abc',
          state: 'kept',
          text: 'ענה רק מתוך הקטעים.',
        },
      ],
    },
    calls: [
      {
        label: 'answer',
        request_id: 'q1',
        purpose: 'turn',
        model: 'model',
        profile: 'openai',
        tokens: 3_129,
        input_tokens: 3_200,
        output_tokens: 60,
        cached_tokens: null,
        written_tokens: null,
        uncached_tokens: null,
        price_usd: 0.0021,
      },
    ],
    price_usd: 0.0021,
    timeline: [
      { name: 'search', began_ms: 0, ms: 40 },
      { name: 'writing', began_ms: 60, ms: 900 },
    ],
    total_ms: 960,
    versions: [{ name: 'kesher', value: '0.1.0' }],
    settings: [{ name: 'search.top', value: 10 }],
    ...fields,
  };
}

export function someVectors(): SearchVectors {
  return {
    label: 'question',
    embedder: 'e5',
    kept_fraction: 0.43,
    missing: 1,
    vectors: [
      { chunk_id: null, x: 0, y: 1, cosine: 1, values: [0.1, -0.2, 0.05] },
      { chunk_id: 'c1', x: -1, y: 0, cosine: 0.91, values: [0.1, -0.1, 0.02] },
      { chunk_id: 'c2', x: 0.5, y: -0.5, cosine: 0.84, values: [0.3, 0.1, 0] },
    ],
  };
}
