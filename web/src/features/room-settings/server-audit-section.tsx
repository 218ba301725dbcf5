import { useQuery } from '@tanstack/react-query';

import { peopleQuery } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { AuditList } from './audit-list';
import { SERVER_ACT_GROUPS } from './audit-view';

/** What was done on the whole server, for administrators. */
export default function ServerAuditSection() {
  const { t } = useI18n();
  const hasPeople = useQuery(meQuery).data?.mode === 'accounts';
  const people = useQuery({ ...peopleQuery, enabled: hasPeople });
  return (
    <PageSection title={t('audit.title_server')} lead={t('audit.explain_server')}>
      <AuditList roomId={null} people={people.data ?? []} groups={SERVER_ACT_GROUPS} />
    </PageSection>
  );
}
