import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { onlyRead } from './read-search';

const ReadingPage = lazyRouteComponent(
  () => import('../../features/reading/reading-page'),
  'ReadingPage',
);

interface ReadingSearch {
  /** The page to begin at. */
  page?: number;
  /** Another version that it is set against. */
  compare?: string;
}

const readingRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/documents/$documentId',
  validateSearch: onlyRead((search): ReadingSearch => {
    const page = Number(search['page']);
    return {
      ...(Number.isInteger(page) && page > 0 ? { page } : {}),
      ...(typeof search['compare'] === 'string' ? { compare: search['compare'] } : {}),
    };
  }),
  component: function ReadingRoute() {
    const { roomId, documentId } = readingRoute.useParams();
    const { page, compare } = readingRoute.useSearch();
    return (
      <ReadingPage
        key={documentId}
        roomId={roomId}
        documentId={documentId}
        page={page ?? 1}
        compare={compare ?? null}
      />
    );
  },
});

/** A document as it was read. */
export const readingRoutes = [readingRoute] as const;
