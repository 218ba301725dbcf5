import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { insideRoute } from './frame';

const RecordPage = lazyRouteComponent(() => import('../../features/record/record-page'), 'RecordPage');
const SharedRecordPage = lazyRouteComponent(
  () => import('../../features/record/record-page'),
  'SharedRecordPage',
);

const recordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/answers/$answerId',
  component: function RecordRoute() {
    const { answerId } = recordRoute.useParams();
    return <RecordPage key={answerId} answerId={answerId} />;
  },
});

const sharedRecordRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/rooms/$roomId/shared/$shareId',
  component: function SharedRecordRoute() {
    const { roomId, shareId } = sharedRecordRoute.useParams();
    return <SharedRecordPage roomId={roomId} shareId={shareId} />;
  },
});

/** What stands behind an answer. */
export const recordRoutes = [recordRoute, sharedRecordRoute] as const;
