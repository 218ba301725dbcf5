import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './viewer-pane.module.css';

/** Says that what was cited is a former version, with the ways to the present one. */
export function VersionNotice({ document }: { document: KesherDocument }) {
  const { t } = useI18n();
  if (document.superseded_by == null) return null;
  const current = {
    to: '/rooms/$roomId/documents/$documentId',
    params: { roomId: document.room_id, documentId: document.superseded_by },
  } as const;
  return (
    <div className={classes.version} role="status">
      <IconHistory size={17} aria-hidden />
      <p>{t('viewer.superseded', { number: document.version })}</p>
      <Link {...current}>{t('reading.open_current')}</Link>
      <Link {...current} search={{ compare: document.id }}>
        {t('reading.what_changed')}
      </Link>
    </div>
  );
}
