import type { RequestDetail } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './inspector.module.css';
import { cacheShares, groupByStability } from './request-view';

/** The prompt as one bar, from what never changes to what is new each time; below it, the cache. */
export function StabilityBar({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const groups = groupByStability(request.segments);
  const { reused, broken } = cacheShares(request);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.total}>
        {t('record.segment_tokens', { tokens: request.tokens })}
      </figcaption>
      <div className={classes.stack} aria-hidden>
        {groups.map(({ stability, share }) => (
          <span key={stability} data-stability={stability} style={{ flexGrow: share }} />
        ))}
        {broken !== null && (
          <span className={classes.break} style={{ insetInlineStart: `${broken * 100}%` }} />
        )}
      </div>
      <div className={classes.reused} aria-hidden>
        <span style={{ inlineSize: `${reused * 100}%` }} />
      </div>
      <ul className={classes.legend}>
        {groups.map(({ stability, tokens, share }) => (
          <li key={stability}>
            <span className={classes.swatch} data-stability={stability} aria-hidden />
            {t(`inspector.stability_${stability}`)}{' '}
            <span className={classes.facts}>
              {t('inspector.share', { tokens, share })}
            </span>
          </li>
        ))}
        <li>
          <span className={classes.swatch} data-stability="reused" aria-hidden />
          {t('inspector.reused_share', { share: reused })}
        </li>
      </ul>
    </figure>
  );
}
