import { describe, expect, it } from 'vitest';

import type { AskEvent } from '../../api/ask-stream';
import { ApiError } from '../../api/problem';
import { aCitation, aHit, anAnswer } from '../../app/test-page';
import { type LiveAnswer, reduceLive } from './answer-stream';
import { viewOfAnswer, viewOfLive, viewsOfThread } from './answer-view';

const RETRIEVAL = {
  hits: [aHit(), aHit({ chunk_id: 'c2' })],
  neighbours: [aHit({ chunk_id: 'c3', neighbour_of: 'c1' })],
  figures: { documents: 1, pages: 4, chunks: 8, dimensions: 384, tokens: 3_000 },
  embedder: 'e5',
  seconds: {},
};

const THREAD: AskEvent = { event: 'thread', data: { thread_id: 't1', answer_id: 'a1' } };

function liveAfter(...events: AskEvent[]): LiveAnswer {
  const begun = reduceLive(null, { type: 'ask', question: 'כמה?', threadId: null, isDeep: false });
  const live = events.reduce((state, event) => reduceLive(state, { type: 'event', event }), begun);
  if (live === null) throw new Error('An asked question is live.');
  return live;
}

describe('an answer coming in', () => {
  it('gathers its text, its citations and what was found', () => {
    const live = liveAfter(
      THREAD,
      { event: 'stage', data: { stage: 'writing' } },
      { event: 'retrieval', data: RETRIEVAL },
      { event: 'text', data: { text: 'עשרים ' } },
      { event: 'text', data: { text: 'ושניים.' } },
      { event: 'citation', data: aCitation({ chunk_id: 'c2' }) },
    );
    const view = viewOfLive(live);
    expect(view).toMatchObject({ key: 'a1', text: 'עשרים ושניים.', stage: 'writing', isRunning: true });
    expect(view.cited.map((hit) => hit.chunk_id)).toEqual(['c2']);
    expect(view.alsoRead.map((hit) => hit.chunk_id)).toEqual(['c1', 'c3']);
  });

  it('becomes the stored answer when it is done', () => {
    const answer = anAnswer();
    const view = viewOfLive(liveAfter(THREAD, { event: 'done', data: { answer } }));
    expect(view).toEqual(viewOfAnswer(answer));
  });

  it('keeps what came before an error', () => {
    const problem = {
      type: 'about:blank',
      title: 'Timeout',
      status: 504,
      detail: 'The model was silent for 60 seconds.',
      code: 'model.timeout',
      retryable: true,
    };
    const live = liveAfter(
      THREAD,
      { event: 'text', data: { text: 'חצי' } },
      { event: 'error', data: problem },
    );
    expect(viewOfLive(live)).toMatchObject({ text: 'חצי', isRunning: false, stopReason: null });
    expect(live.error).toBeInstanceOf(ApiError);
  });

  it('says that it was stopped where it was left before the server knew it', () => {
    const live = reduceLive(liveAfter(), { type: 'abort' });
    expect(live && viewOfLive(live)).toMatchObject({ isRunning: false, stopReason: 'stopped' });
  });
});

describe('a stored answer', () => {
  it('parts what it cites from what else was sent, and leaves out what was not', () => {
    const view = viewOfAnswer(
      anAnswer({
        hits: [aHit(), aHit({ chunk_id: 'c2' }), aHit({ chunk_id: 'c3' })],
        sent: ['c1', 'c2'],
        citations: [aCitation({ chunk_id: 'c2' })],
      }),
    );
    expect(view.cited.map((hit) => hit.chunk_id)).toEqual(['c2']);
    expect(view.alsoRead.map((hit) => hit.chunk_id)).toEqual(['c1']);
  });

  it('shows every nearest passage where nothing was found', () => {
    const view = viewOfAnswer(anAnswer({ kind: 'not_found', hits: [aHit()], sent: [] }));
    expect(view.alsoRead).toHaveLength(1);
  });

  it('brings its error along', () => {
    const view = viewOfAnswer(anAnswer({ error_code: 'model.stream', error: 'It broke off.' }));
    expect(view.error?.problem).toMatchObject({ code: 'model.stream', detail: 'It broke off.' });
  });
});

describe('a thread', () => {
  it('shows a live answer after the stored ones', () => {
    const live = liveAfter({ event: 'thread', data: { thread_id: 't1', answer_id: 'a2' } });
    expect(viewsOfThread([anAnswer()], live).map(({ key }) => key)).toEqual(['a1', 'a2']);
  });

  it('never shows one answer twice', () => {
    const running = liveAfter(THREAD);
    expect(viewsOfThread([anAnswer()], running)).toEqual([viewOfLive(running)]);
    const ended = liveAfter(THREAD, { event: 'done', data: { answer: anAnswer() } });
    const stored = anAnswer({ citations: [aCitation({ deleted: true })] });
    expect(viewsOfThread([stored], ended)).toEqual([viewOfAnswer(stored)]);
  });
});
