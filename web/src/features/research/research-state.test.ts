import { describe, expect, it } from 'vitest';

import type { ResearchEvent } from '../../api/ask-stream';
import type { ResearchDetail } from '../../api/types';
import { aHit } from '../../app/test-page';
import { NO_RESEARCH, reduceResearch, type ResearchView, viewOfStored } from './research-state';

const LEAVE = 'כמה ימי חופשה מגיעים?';
const POOL = 'When is the pool open?';

const PLAN: ResearchEvent = {
  event: 'plan',
  data: { aspects: [LEAVE, POOL], made_by: 'model', remark: '' },
};

function searched(aspect: number, round: number, query: string, ...chunks: string[]): ResearchEvent {
  const hits = chunks.map((chunk_id) => aHit({ chunk_id }));
  return { event: 'searched', data: { aspect, round, query, hits, seconds: {} } };
}

function graded(aspect: number, grades: Record<string, number>): ResearchEvent {
  const made_by = Object.keys(grades).length > 0 ? 'model' : 'rules';
  return { event: 'graded', data: { aspect, round: 1, grades, made_by, remark: '' } };
}

const CHECKED: ResearchEvent = {
  event: 'checked',
  data: {
    round: 1,
    findings: [
      { aspect: 0, covered: true, missing: '', query: '' },
      { aspect: 1, covered: false, missing: 'No hours.', query: 'swimming' },
    ],
    made_by: 'model',
    remark: '',
  },
};

function after(...events: ResearchEvent[]): ResearchView {
  return events.reduce(reduceResearch, NO_RESEARCH);
}

describe('a research as it is told', () => {
  it('ticks each aspect from its search to the check', () => {
    const view = after(PLAN, searched(0, 1, LEAVE, 'c1', 'c2'), graded(0, { c1: 3, c2: 1 }));
    expect(view.aspects[0]).toMatchObject({ standing: 'graded', passages: ['c1', 'c2'], relevant: 1 });
    expect(view.aspects[1]).toMatchObject({ standing: 'open', passages: [], relevant: null });
    const checked = reduceResearch(view, CHECKED);
    expect(checked.aspects.map(({ standing }) => standing)).toEqual(['covered', 'missing']);
    expect(checked.aspects[1]?.missing).toBe('No hours.');
  });

  it('counts a passage once that two rounds find, and tells the new query', () => {
    const view = after(PLAN, searched(1, 1, POOL, 'c1'), CHECKED, searched(1, 2, 'swimming', 'c1', 'c3'));
    expect(view.aspects[1]).toMatchObject({
      passages: ['c1', 'c3'],
      query: 'swimming',
      standing: 'searched',
    });
  });

  it('does not call passages irrelevant that nobody graded', () => {
    expect(after(PLAN, searched(0, 1, LEAVE, 'c1'), graded(0, {})).aspects[0]?.relevant).toBeNull();
  });

  it('leaves everything as it is at an aspect that the plan does not have', () => {
    const planned = after(PLAN);
    expect(reduceResearch(planned, searched(7, 1, 'מה?', 'c1'))).toEqual(planned);
  });

  it('keeps what was found when it is stopped', () => {
    const view = after(PLAN, searched(0, 1, LEAVE, 'c1'), {
      event: 'halted',
      data: { reason: 'person' },
    });
    expect(view).toMatchObject({ halted: 'person', aspects: [{ passages: ['c1'] }, {}] });
  });
});

it('tells a stored run by its steps, calls of the model left out', () => {
  const at = '2026-11-30T10:00:00Z';
  const run: ResearchDetail = {
    id: 'res1',
    room_id: 'r1',
    thread_id: 't1',
    answer_id: 'a1',
    question: 'מה?',
    model: 'model',
    created_at: at,
    state: 'interrupted',
    spent: { calls: 1, tokens: 900, price_usd: null },
    steps: [
      { sequence: 0, at, kind: 'call', data: { call: 'plan', aspect: null, request_id: 'q1' } },
      { sequence: 1, at, kind: 'plan', data: { aspects: [LEAVE], made_by: 'rules', remark: '' } },
    ],
  };
  expect(viewOfStored(run)).toMatchObject({
    runId: 'res1',
    madeBy: 'rules',
    spent: { tokens: 900 },
    aspects: [{ text: LEAVE, standing: 'open' }],
  });
});
