import type { RequestDetail } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { PageSection } from '../../ui/page-frame';
import { usd } from '../../ui/usd';
import classes from './inspector.module.css';
import { cacheState } from './request-view';

/** What of the request was there already, what was new, and what broke the cache, where. */
export function CacheSection({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const { audit, usage } = request;
  const state = cacheState(audit);
  return (
    <PageSection title={t('inspector.cache')} lead={t(`inspector.cache_${state}`)}>
      <dl className={classes.values}>
        {audit && <Value name={t('inspector.reused')} tokens={audit.reused_tokens} />}
        {audit && <Value name={t('inspector.new')} tokens={audit.new_tokens} />}
        <Value name={t('inspector.input')} tokens={usage?.input_tokens ?? null} />
        <Value name={t('inspector.cached')} tokens={usage?.cached_tokens ?? null} />
        <Value name={t('inspector.written')} tokens={usage?.written_tokens ?? null} />
        <Value name={t('inspector.uncached')} tokens={usage?.uncached_tokens ?? null} />
      </dl>
      {audit?.broken && <Break broken={audit.broken} />}
    </PageSection>
  );
}

function Value({ name, tokens }: { name: string; tokens: number | null }) {
  const { t } = useI18n();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{tokens === null ? t('inspector.not_told') : t('record.segment_tokens', { tokens })}</dd>
    </div>
  );
}

type BreakFields = NonNullable<NonNullable<RequestDetail['audit']>['broken']>;

function Break({ broken }: { broken: BreakFields }) {
  const { t } = useI18n();
  const key = `inspector.cause_${broken.cause}`;
  return (
    <div className={classes.broken}>
      <p className={classes.cause}>{isMessageKey(key) ? t(key) : broken.explanation}</p>
      <p className={classes.facts}>
        {t('inspector.break_at', { token: broken.token, lost: broken.lost_tokens })}
        {broken.lost_usd > 0 && (
          <>
            {' · '}
            <bdi>{usd(broken.lost_usd)}</bdi>
          </>
        )}
      </p>
      <dl className={classes.sides}>
        <div>
          <dt>{t('inspector.before')}</dt>
          <dd>
            <Directed as="span">{broken.before}</Directed>
          </dd>
        </div>
        <div>
          <dt>{t('inspector.after')}</dt>
          <dd>
            <Directed as="span">{broken.after}</Directed>
          </dd>
        </div>
      </dl>
    </div>
  );
}
