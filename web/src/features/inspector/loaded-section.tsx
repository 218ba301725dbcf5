import { useQuery } from '@tanstack/react-query';

import { type RequestDetail, trajectoryQuery } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './inspector.module.css';
import { type Compaction, loadedUntil } from './loaded';
import { Names } from './tools-section';

/** What an agent's run had loaded by then, and what of its past was shown shorter. */
export function LoadedSection({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const trajectory = useQuery(trajectoryQuery(request.owner_id));
  if (trajectory.isError) {
    return <ProblemNotice error={trajectory.error} onRetry={() => void trajectory.refetch()} />;
  }
  if (!trajectory.data) return null;
  const { skills, tools, compactions } = loadedUntil(trajectory.data.events, request.sequence);
  return (
    <>
      {skills.length > 0 && (
        <PageSection title={t('inspector.skills', { count: skills.length })}>
          <Names names={skills} />
        </PageSection>
      )}
      {tools.length > 0 && (
        <PageSection title={t('inspector.revealed', { count: tools.length })}>
          <Names names={tools} />
        </PageSection>
      )}
      {compactions.length > 0 && (
        <PageSection
          title={t('inspector.compactions', { count: compactions.length })}
          lead={t('inspector.compactions_explain')}
        >
          <ol className={classes.segments}>
            {compactions.map((compaction) => (
              <CompactionItem key={compaction.id} compaction={compaction} />
            ))}
          </ol>
        </PageSection>
      )}
    </>
  );
}

function CompactionItem({ compaction }: { compaction: Compaction }) {
  const { t } = useI18n();
  const key = `inspector.edit_${compaction.kind}`;
  return (
    <li>
      <details>
        <summary className={classes.segment}>
          <span>
            {isMessageKey(key) ? t(key) : <bdi>{compaction.kind}</bdi>}
            {' · '}
            <bdi>{compaction.layer}</bdi>
          </span>
          <span className={classes.facts}>
            {t('inspector.covers', { count: compaction.covered.length })}
            {compaction.isTakenBack && ` · ${t('inspector.taken_back')}`}
          </span>
        </summary>
        <div className={classes.back}>
          <Directed className={classes.facts}>{compaction.reason}</Directed>
          {compaction.original !== null && (
            <p className={classes.facts}>
              {t('inspector.original')} <bdi dir="ltr">{compaction.original}</bdi>
            </p>
          )}
          {compaction.covered.map(({ sequence, text }) => (
            <Directed key={sequence} as="div" className={classes.text} tabIndex={0}>
              {text}
            </Directed>
          ))}
        </div>
      </details>
    </li>
  );
}
