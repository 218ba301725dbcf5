import type { RequestSegment } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { PageSection } from '../../ui/page-frame';
import classes from './inspector.module.css';

/** Words by others in the request that look like orders to the model. */
export function FlagsSection({ segments }: { segments: readonly RequestSegment[] }) {
  const { t } = useI18n();
  const flags = segments.flatMap((segment) => segment.flags);
  if (flags.length === 0) return null;
  return (
    <PageSection
      title={t('inspector.flags', { count: flags.length })}
      lead={t('inspector.flags_explain')}
    >
      <ul className={classes.flags}>
        {flags.map((flag, place) => (
          <li key={place} className={classes.flag} data-severity={flag.severity}>
            <span className={classes.flagKind}>
              <FlagKind kind={flag.kind} />
              <span className={classes.facts}>{t(`inspector.severity_${flag.severity}`)}</span>
            </span>
            <Directed as="blockquote">{flag.excerpt}</Directed>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function FlagKind({ kind }: { kind: string }) {
  const { t } = useI18n();
  const key = `inspector.flag_${kind}`;
  return isMessageKey(key) ? <span>{t(key)}</span> : <bdi>{kind}</bdi>;
}
