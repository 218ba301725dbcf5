import { describe, expect, it } from 'vitest';

import type { TrajectoryEvent } from '../../api/request-queries';
import { loadedUntil } from './loaded';

const event = (sequence: number, kind: string, payload: Record<string, unknown>): TrajectoryEvent => ({
  sequence,
  kind,
  payload,
  at: '2026-11-30T10:00:00Z',
  previous: '',
  hash: '',
});

const said = (sequence: number, role: string, text: string) =>
  event(sequence, 'Said', { message: { role, text } });

const edited = (sequence: number, edit: Record<string, unknown>) => event(sequence, 'Edited', { edit });

describe('loadedUntil', () => {
  it('names skills and tools that were loaded before the request, each once', () => {
    const noted = (sequence: number, topic: string, name: string) =>
      event(sequence, 'Noted', { topic, body: JSON.stringify({ name }) });
    const events = [
      noted(0, 'skill', 'slides'),
      noted(1, 'skill', 'slides'),
      noted(2, 'tool_revealed', 'search_mail'),
      noted(9, 'skill', 'later'),
      event(3, 'Noted', { topic: 'skill', body: 'not JSON' }),
    ];
    expect(loadedUntil(events, 5)).toMatchObject({ skills: ['slides'], tools: ['search_mail'] });
  });

  it('shows what a compaction covers: a call with its results, and nothing after them', () => {
    const events = [
      said(0, 'user', 'שאלה'),
      said(1, 'assistant', 'קורא'),
      said(2, 'tool', 'תוצאה'),
      said(3, 'user', 'ועוד'),
      edited(4, {
        id: 'e1',
        kind: 'summarise',
        targets: [1],
        replacements: ['תקציר'],
        layer: 'archive',
        reason: 'The window is nearly full.',
        original: 'full.txt',
      }),
    ];
    const [compaction] = loadedUntil(events, 9).compactions;
    expect(compaction).toMatchObject({
      kind: 'summarise',
      layer: 'archive',
      original: 'full.txt',
      isTakenBack: false,
    });
    expect(compaction?.covered.map(({ text }) => text)).toEqual(['קורא', 'תוצאה']);
  });

  it('marks a compaction that was taken back, and knows it only once it was', () => {
    const events = [
      said(0, 'user', 'שאלה'),
      edited(1, { id: 'e1', kind: 'drop', targets: [0] }),
      edited(2, { id: 'e2', kind: 'restore', targets: [], restores: 'e1' }),
    ];
    expect(loadedUntil(events, 1).compactions.map(({ isTakenBack }) => isTakenBack)).toEqual([false]);
    expect(loadedUntil(events, 2).compactions.map(({ isTakenBack }) => isTakenBack)).toEqual([true]);
  });
});
