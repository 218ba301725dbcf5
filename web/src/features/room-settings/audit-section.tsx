import { useQuery } from '@tanstack/react-query';

import { membersQuery } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { AuditList } from './audit-list';
import { ACT_GROUPS } from './audit-view';

/** What was done in the room and to it. */
export function AuditSection({ room }: { room: Room }) {
  const { t } = useI18n();
  const hasPeople = useQuery(meQuery).data?.mode === 'accounts';
  const members = useQuery({ ...membersQuery(room.id), enabled: hasPeople });
  const people = (members.data ?? []).map(({ user_id, name }) => ({ id: user_id, name }));
  return (
    <PageSection title={t('audit.title')} lead={t('audit.explain_room')}>
      <AuditList roomId={room.id} people={people} groups={ACT_GROUPS} />
    </PageSection>
  );
}
