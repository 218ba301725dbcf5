import { IconFlag } from '@tabler/icons-react';

import type { RequestSegment } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { PageSection } from '../../ui/page-frame';
import classes from './inspector.module.css';
import { type Group, groupByStability, type Readable, readable, withoutGlue } from './request-view';

/** Every piece of the prompt in its order, under how long it stays as it is. */
export function SegmentsSection({ segments }: { segments: readonly RequestSegment[] }) {
  const { t } = useI18n();
  return (
    <PageSection title={t('inspector.segments')} lead={t('inspector.segments_explain')}>
      {groupByStability(segments).map((group) => (
        <StabilityGroup key={group.stability} group={group} />
      ))}
    </PageSection>
  );
}

function StabilityGroup({ group }: { group: Group }) {
  const { t } = useI18n();
  return (
    <section className={classes.group} data-stability={group.stability}>
      <h3>
        {t(`inspector.stability_${group.stability}`)}{' '}
        <span className={classes.facts}>
          {t('record.segment_tokens', { tokens: group.tokens })}
        </span>
      </h3>
      <ol className={classes.segments}>
        {withoutGlue(group.segments).map((segment, place) => (
          <Segment key={place} segment={segment} />
        ))}
      </ol>
    </section>
  );
}

function Segment({ segment }: { segment: RequestSegment }) {
  const { t } = useI18n();
  const shown = readable(segment);
  const head = (
    <>
      <span>
        <SegmentName segment={segment} shown={shown} />
        {segment.flags.length > 0 && (
          <IconFlag size={15} className={classes.flagMark} aria-label={t('inspector.flagged')} />
        )}
      </span>
      <span className={classes.facts}>
        {t('record.segment_tokens', { tokens: segment.tokens })}
        {segment.refs.length > 0 && ` · ${t('record.holds', { count: segment.refs.length })}`}
        {segment.erased && ` · ${t('record.state_erased')}`}
      </span>
    </>
  );
  if (segment.erased) return <li className={classes.segment}>{head}</li>;
  return (
    <li>
      <details>
        <summary className={classes.segment}>{head}</summary>
        <Directed as="div" className={classes.text} tabIndex={0}>
          {shown.text}
        </Directed>
      </details>
    </li>
  );
}

function SegmentName({ segment, shown }: { segment: RequestSegment; shown: Readable }) {
  const { t } = useI18n();
  if (shown.passage !== null) {
    const { document, pages } = shown.passage;
    return (
      <>
        <Name>{document}</Name>
        {' · '}
        {t('documents.pages', { pages, count: pages.includes('-') ? 2 : 1 })}
      </>
    );
  }
  if (shown.name !== null && segment.kind !== 'system') return <RoleName name={shown.name} />;
  if (segment.kind === 'evidence') return t('inspector.around');
  return t(`record.segment_${segment.kind}`);
}

function RoleName({ name }: { name: string }) {
  const { t } = useI18n();
  const key = `inspector.role_${name}`;
  return isMessageKey(key) ? <span>{t(key)}</span> : <bdi>{name}</bdi>;
}
