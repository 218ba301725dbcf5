import type { Passage } from './passage';

/** What the viewer shows: one of several passages, or a page that the reader turned to. */
export interface ViewerState {
  passages: Passage[];
  index: number;
  /** The page turned to; null while the passage's own pages are shown. */
  page: number | null;
  zoom: number;
  /** Counts the openings, so that opening the same passage again brings it back into sight. */
  opening: number;
}

export type ViewerAction =
  | { type: 'open'; passages: Passage[]; index: number }
  | { type: 'close' }
  | { type: 'passage'; step: 1 | -1 }
  | { type: 'page'; step: 1 | -1; total: number }
  | { type: 'zoom'; step: 1 | -1 }
  /** As many times the width of the pane; within what the steps reach. */
  | { type: 'zoom_to'; zoom: number };

export const ZOOMS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
export const LEAST_ZOOM = 0.5;
export const MOST_ZOOM = 3;

export function reduceViewer(state: ViewerState | null, action: ViewerAction): ViewerState | null {
  if (action.type === 'open') {
    const { passages, index } = action;
    const opening = (state?.opening ?? 0) + 1;
    return { passages, index, page: null, zoom: state?.zoom ?? 1, opening };
  }
  if (state === null || action.type === 'close') return null;
  switch (action.type) {
    case 'passage':
      return turnPassage(state, action.step);
    case 'page':
      return { ...state, page: turnedPage(state, action.step, action.total) };
    case 'zoom':
      return { ...state, zoom: nextZoom(state.zoom, action.step) };
    case 'zoom_to':
      return { ...state, zoom: Math.min(Math.max(action.zoom, LEAST_ZOOM), MOST_ZOOM) };
  }
}

/** The passage in view. */
export function currentPassage(state: ViewerState): Passage | undefined {
  return state.passages[state.index];
}

/** The pages in view, in order: those of the passage (two where it runs over a page's end). */
export function visiblePages(state: ViewerState): number[] {
  if (state.page !== null) return [state.page];
  const numbers = currentPassage(state)?.pageNumbers ?? [];
  return numbers.length > 0 ? [...new Set(numbers)].sort((one, other) => one - other) : [1];
}

function turnPassage(state: ViewerState, step: number): ViewerState {
  const index = state.index + step;
  if (index < 0 || index >= state.passages.length) return { ...state, page: null };
  return { ...state, index, page: null, opening: state.opening + 1 };
}

function turnedPage(state: ViewerState, step: number, total: number): number {
  const pages = visiblePages(state);
  const from = (step > 0 ? pages.at(-1) : pages[0]) ?? 1;
  return Math.min(Math.max(from + step, 1), Math.max(total, 1));
}

/** The next step past a zoom, which two fingers may have left between two of them. */
function nextZoom(zoom: number, step: number): number {
  const next = step > 0 ? ZOOMS.find((each) => each > zoom) : ZOOMS.findLast((each) => each < zoom);
  return next ?? zoom;
}
