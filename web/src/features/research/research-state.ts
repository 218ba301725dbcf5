import type { ResearchEvent } from '../../api/ask-stream';
import type { Finding, ResearchDetail, ResearchEstimate, Spending } from '../../api/types';

/**
 * How far an aspect has come: `open` before its search and while a gap is searched for again,
 * `covered` or `missing` by the last check.
 */
export type AspectStanding = 'open' | 'searched' | 'graded' | 'covered' | 'missing';

/** One sub-question of a research and what was found for it. */
export interface Aspect {
  text: string;
  standing: AspectStanding;
  /** Passages that its searches found, each once. */
  passages: string[];
  /** How many of them a model held to be to the point; null where none graded them. */
  relevant: number | null;
  /** What a check missed; empty where nothing. */
  missing: string;
  /** What it was searched for with last, where that is not its own text. */
  query: string;
}

/** What is known of a research, live or stored. */
export interface ResearchView {
  /** Null until the server has said so. */
  runId: string | null;
  estimate: ResearchEstimate | null;
  aspects: Aspect[];
  /** Who split the question; null before the plan. */
  madeBy: 'model' | 'rules' | null;
  spent: Spending | null;
  /** Since this process began or went on; null where it is not told. */
  elapsedSeconds: number | null;
  halted: 'person' | 'limit' | null;
  isPaused: boolean;
}

// Of the grades 0-3, from which a passage goes on to the answer.
const LEAST_RELEVANT_GRADE = 2;

export const NO_RESEARCH: ResearchView = {
  runId: null,
  estimate: null,
  aspects: [],
  madeBy: null,
  spent: null,
  elapsedSeconds: null,
  halted: null,
  isPaused: false,
};

/** Take in one event; one that names an unknown aspect changes nothing. */
export function reduceResearch(view: ResearchView, { event, data }: ResearchEvent): ResearchView {
  switch (event) {
    case 'research':
      return { ...view, runId: data.run.id, estimate: data.estimate };
    case 'plan':
      return { ...view, madeBy: data.made_by, aspects: data.aspects.map(unsearched) };
    case 'searched':
      return changed(view, data.aspect, (aspect) => ({
        ...aspect,
        standing: 'searched',
        passages: [...new Set([...aspect.passages, ...data.hits.map((hit) => hit.chunk_id)])],
        query: data.query === aspect.text ? '' : data.query,
      }));
    case 'graded':
      return changed(view, data.aspect, (aspect) => ({
        ...aspect,
        standing: 'graded',
        relevant: relevantWith(aspect.relevant, Object.values(data.grades)),
      }));
    case 'checked':
      return data.findings.reduce(withFinding, view);
    case 'halted':
      return { ...view, halted: data.reason };
    case 'progress':
      return { ...view, spent: data.spent, elapsedSeconds: data.elapsed_seconds };
    case 'paused':
      return { ...view, isPaused: true };
  }
}

/** A stored run as its steps tell it. */
export function viewOfStored(run: ResearchDetail): ResearchView {
  const begun = { ...NO_RESEARCH, runId: run.id, spent: run.spent };
  return run.steps
    .filter(({ kind }) => kind !== 'call')
    .map(({ kind, data }) => ({ event: kind, data }) as ResearchEvent)
    .reduce(reduceResearch, begun);
}

function unsearched(text: string): Aspect {
  return { text, standing: 'open', passages: [], relevant: null, missing: '', query: '' };
}

function relevantWith(before: number | null, grades: number[]): number | null {
  if (grades.length === 0) return before;
  return (before ?? 0) + grades.filter((grade) => grade >= LEAST_RELEVANT_GRADE).length;
}

function withFinding(view: ResearchView, finding: Finding): ResearchView {
  return changed(view, finding.aspect, (aspect) => ({
    ...aspect,
    standing: finding.covered ? 'covered' : 'missing',
    missing: finding.missing,
  }));
}

function changed(
  view: ResearchView,
  index: number,
  change: (aspect: Aspect) => Aspect,
): ResearchView {
  return {
    ...view,
    aspects: view.aspects.map((aspect, place) => (place === index ? change(aspect) : aspect)),
  };
}
