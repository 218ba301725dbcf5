import { describe, expect, it } from 'vitest';

import { aCitation, aDocument, aHit } from '../../app/test-page';
import { pageKindOf } from './page-kind';
import { isUnmarked, passageOfCitation, passageOfDocument, passageOfHit } from './passage';
import { pictureUrl, pictureWidth } from './picture-width';
import { actionOfKey } from './use-viewer-keys';
import { stepOf } from './use-viewer-touch';
import { reduceViewer, visiblePages, type ViewerAction, type ViewerState } from './viewer-state';

const overTwoPages = passageOfCitation(
  aCitation({
    pages: [
      { page_number: 3, start: 900, end: 950, boxes: [] },
      { page_number: 4, start: 0, end: 40, boxes: [] },
    ],
  }),
);
const onPageSeven = passageOfHit(aHit({ page_numbers: [7] }));

function after(...actions: ViewerAction[]): ViewerState {
  const opened: ViewerAction = { type: 'open', passages: [overTwoPages, onPageSeven], index: 0 };
  const state = [opened, ...actions].reduce(reduceViewer, null as ViewerState | null);
  if (state === null) throw new Error('The viewer is open.');
  return state;
}

describe('the viewer', () => {
  it('tells words that no page shows from those that are marked or not looked up yet', () => {
    expect(isUnmarked(overTwoPages)).toBe(true);
    const box = { left: 0.1, top: 0.2, width: 0.3, height: 0.02 };
    const pages = [{ page_number: 3, start: 0, end: 40, boxes: [box] }];
    expect(isUnmarked(passageOfCitation(aCitation({ pages })))).toBe(false);
    expect(isUnmarked(onPageSeven)).toBe(false);
    expect(isUnmarked(passageOfDocument(aDocument()))).toBe(false);
  });

  it('shows both pages of a passage that runs over a page end', () => {
    expect(visiblePages(after())).toEqual([3, 4]);
  });

  it('turns from the last page in sight forwards and from the first backwards', () => {
    expect(visiblePages(after({ type: 'page', step: 1, total: 9 }))).toEqual([5]);
    expect(visiblePages(after({ type: 'page', step: -1, total: 9 }))).toEqual([2]);
  });

  it('stops at the covers', () => {
    const back: ViewerAction = { type: 'page', step: -1, total: 9 };
    expect(visiblePages(after(back, back, back, back))).toEqual([1]);
    expect(visiblePages(after({ type: 'page', step: 1, total: 4 }))).toEqual([4]);
  });

  it('goes to the next passage and back to its own pages', () => {
    const next: ViewerAction = { type: 'passage', step: 1 };
    expect(visiblePages(after(next))).toEqual([7]);
    expect(visiblePages(after({ type: 'page', step: 1, total: 9 }, next, next))).toEqual([7]);
    expect(visiblePages(after(next, { type: 'passage', step: -1 }))).toEqual([3, 4]);
  });

  it('zooms in steps between half and three times', () => {
    expect(after({ type: 'zoom', step: 1 }).zoom).toBe(1.25);
    const out: ViewerAction = { type: 'zoom', step: -1 };
    expect(after(out, out, out, out).zoom).toBe(0.5);
    expect(after({ type: 'zoom_to', zoom: 1.6 }, { type: 'zoom', step: 1 }).zoom).toBe(2);
    expect(after({ type: 'zoom_to', zoom: 9 }).zoom).toBe(3);
  });

  it('counts its openings, so that the same passage comes into sight again', () => {
    const again: ViewerAction = { type: 'open', passages: [overTwoPages], index: 0 };
    expect(after(again).opening).toBe(after().opening + 1);
  });

  it('opens a document at its first page, with nothing marked', () => {
    const passage = passageOfDocument(aDocument());
    expect(passage).toMatchObject({ pageNumbers: [1], places: [], quote: null });
  });

  it('closes', () => {
    expect(reduceViewer(after(), { type: 'close' })).toBeNull();
  });
});

it('turns pages along the reading: left is forward in Hebrew, right in English', () => {
  const forward = { type: 'page', step: 1, total: 9 };
  expect(actionOfKey('ArrowLeft', 'rtl', 9)).toEqual(forward);
  expect(actionOfKey('ArrowRight', 'ltr', 9)).toEqual(forward);
  expect(actionOfKey('ArrowRight', 'rtl', 9)).toEqual({ ...forward, step: -1 });
  expect(actionOfKey('KeyN', 'rtl', 9)).toEqual({ type: 'passage', step: 1 });
  expect(actionOfKey('KeyA', 'rtl', 9)).toBeNull();
});

it('asks for pictures in coarse steps and within what the server gives', () => {
  expect([300, 401, 640].map((shown) => pictureWidth(shown, 2))).toEqual([800, 1_200, 1_600]);
  expect(pictureWidth(4_000, 2)).toBe(3_000);
  expect(pictureUrl('doc/1', 3, 800)).toBe('/api/documents/doc%2F1/pages/3?width=800');
});

it('turns a page by a sweep along the reading, and by nothing less', () => {
  expect(stepOf(120, 10, 'rtl')).toBe(1);
  expect(stepOf(120, 10, 'ltr')).toBe(-1);
  expect(stepOf(-120, 10, 'ltr')).toBe(1);
  expect(stepOf(120, 100, 'rtl')).toBeNull();
  expect(stepOf(30, 0, 'rtl')).toBeNull();
});

it('gives a page number only to what has pages', () => {
  expect(pageKindOf({ media_type: 'application/pdf' })).toBe('page');
  expect(pageKindOf({ media_type: 'message/rfc822' })).toBe('part');
  const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  expect(pageKindOf({ media_type: slides })).toBe('slide');
});
