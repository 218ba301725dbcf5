import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';

import { NotFoundPage } from '../../app/not-found-page';
import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageFrame } from '../../ui/page-frame';
import { sectionLinkClass, SectionsFrame } from '../../ui/sections-frame';
import { sectionsFor } from './sections';

/** The server's settings, and one's own; without a section in the address the first is open. */
export function SettingsPage({ section }: { section: string | null }) {
  const { t } = useI18n();
  const me = useQuery(meQuery).data;
  const shown = sectionsFor(me);
  const open = section === null ? shown[0] : shown.find(({ id }) => id === section);
  if (me === undefined) return null;
  if (open === undefined) return <NotFoundPage />;
  const links = shown.map(({ id, label, icon: Icon }) => (
    <Link
      key={id}
      to="/settings/{-$section}"
      params={{ section: id }}
      className={sectionLinkClass}
      aria-current={id === open.id ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {t(label)}
    </Link>
  ));
  return (
    <PageFrame title={`${t('shell.nav_settings')}: ${t(open.label)}`}>
      <SectionsFrame label={t('settings.sections')} links={links}>
        <Suspense fallback={<PartSkeleton />}>
          <open.Part key={open.id} />
        </Suspense>
      </SectionsFrame>
    </PageFrame>
  );
}

function PartSkeleton() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height="1.6rem" width="30%" />
      <Skeleton height="8rem" mt="md" />
    </div>
  );
}
