import { createRoute } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';
import { onlyRead } from './read-search';

const howPage = lazyScreen(() => import('../../features/how/how-page').then((module) => module.HowPage));

interface HowSearch {
  /** The room whose documents are shown; none: the one that was made first. */
  room?: string;
  /** The answer whose making is shown; none: nothing was asked here yet. */
  answer?: string;
}

const howRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/how',
  validateSearch: onlyRead(({ room, answer }): HowSearch => ({
    ...(typeof room === 'string' && { room }),
    ...(typeof answer === 'string' && { answer }),
  })),
  loader: howPage.loader,
  component: function HowRoute() {
    const { room, answer } = howRoute.useSearch();
    const navigate = howRoute.useNavigate();
    return (
      <howPage.Screen
        roomId={room ?? null}
        answerId={answer ?? null}
        onRoom={(next) => void navigate({ search: { room: next }, resetScroll: false })}
        onAnswer={(next, at) =>
          void navigate({ search: { room: at, answer: next }, resetScroll: false })
        }
      />
    );
  },
});

/** How a document becomes an answer, on the store's own figures. */
export const howRoutes = [howRoute] as const;
