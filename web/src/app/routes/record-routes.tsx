import { createRoute } from '@tanstack/react-router';

import { insideRoute } from './frame';
import { lazyScreen } from './lazy-screen';

const recordPage = lazyScreen(() =>
  import('../../features/record/record-page').then((module) => module.RecordPage),
);
const sharedRecordPage = lazyScreen(() =>
  import('../../features/record/record-page').then((module) => module.SharedRecordPage),
);

const recordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/answers/$answerId',
  loader: recordPage.loader,
  component: function RecordRoute() {
    const { answerId } = recordRoute.useParams();
    return <recordPage.Screen key={answerId} answerId={answerId} />;
  },
});

const sharedRecordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/shared/$shareId',
  loader: sharedRecordPage.loader,
  component: function SharedRecordRoute() {
    const { roomId, shareId } = sharedRecordRoute.useParams();
    return <sharedRecordPage.Screen roomId={roomId} shareId={shareId} />;
  },
});

/** What stands behind an answer. */
export const recordRoutes = [recordRoute, sharedRecordRoute] as const;
