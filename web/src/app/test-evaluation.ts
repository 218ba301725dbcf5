import type {
  Difference,
  EvaluationComparison,
  EvaluationFigures,
  EvaluationRun,
  QuestionOutcome,
} from '../api/types';

export function figuresOf(judged: number, mean: number): EvaluationFigures {
  return {
    judged,
    means: { 'R@1': mean, 'R@5': mean, 'R@10': 1, 'MRR@10': mean, 'nDCG@10': mean },
    rightly: { refused: 2, asked: 3 },
    wrongly: { refused: 1, asked: judged },
    not_judged: 0,
  };
}

export function anEvaluationRun(fields: Partial<EvaluationRun> = {}): EvaluationRun {
  return {
    id: 'ev1',
    room_id: 'r1',
    created_at: '2026-11-30T10:00:00Z',
    state: 'complete',
    source: '',
    asked: 11,
    seconds: 2.4,
    versions: { embedder: 'e5' },
    settings: {},
    room: { documents: 2, pages: 14, chunks: 27, dimensions: 384, tokens: 12_516 },
    figures: { all: figuresOf(8, 0.85), he: figuresOf(7, 0.9) },
    ...fields,
  };
}

function anOutcome(fields: Partial<QuestionOutcome>): QuestionOutcome {
  return {
    text: 'כמה ימי חופשה?',
    language: 'he',
    answerable: true,
    right: [{ document_id: 'd1', document_name: 'נוהל.pdf', pages: [3] }],
    missing: [],
    pages: [],
    rank: 1,
    values: {},
    refused: false,
    held_fraction: null,
    seconds: 0.1,
    ...fields,
  };
}

const FELL: Difference = {
  before: 0.9,
  after: 0.8,
  low: -0.15,
  high: -0.05,
  questions: 8,
  sure: true,
};

export function aComparison(fields: Partial<EvaluationComparison> = {}): EvaluationComparison {
  return {
    before: anEvaluationRun({ id: 'ev1' }),
    after: anEvaluationRun({ id: 'ev2' }),
    versions: [{ name: 'embedder', then: 'e5', now: 'e6' }],
    settings: [],
    differences: { all: { 'R@1': FELL } },
    won: 0,
    lost: 1,
    unchanged: 7,
    changes: [
      { verdict: 'lost', before: anOutcome({ rank: 1 }), after: anOutcome({ rank: null }) },
    ],
    left_out: [],
    ...fields,
  };
}
