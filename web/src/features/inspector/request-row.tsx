import { Link } from '@tanstack/react-router';

import type { RecentRequest } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { usd } from '../../ui/usd';
import classes from './inspector.module.css';
import { cacheState } from './request-view';

/** One request in the list: what it was for, when, and what it took. */
export function RequestRow({ request }: { request: RecentRequest }) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' });
  const state = cacheState(request.audit);
  return (
    <li>
      <Link
        to="/requests/$requestId"
        params={{ requestId: request.id }}
        className={classes.row}
        data-broken={state === 'broken' || undefined}
      >
        <Directed as="span" className={classes.rowTitle}>
          {request.title}
        </Directed>
        <span className={classes.facts}>
          {t(`inspector.purpose_${request.purpose}`)}
          {' · '}
          <bdi>{request.model}</bdi>
          {' · '}
          <time dateTime={request.at}>{at.format(new Date(request.at))}</time>
        </span>
        <span className={classes.rowFigures}>
          <span>{t('record.segment_tokens', { tokens: request.tokens })}</span>
          <span className={classes.facts} data-state={state}>
            {t(`inspector.state_${state}`)}
          </span>
          {request.price_usd !== null && (
            <bdi className={classes.facts}>{usd(request.price_usd)}</bdi>
          )}
        </span>
      </Link>
    </li>
  );
}
