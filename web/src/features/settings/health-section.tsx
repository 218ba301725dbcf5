import { Button, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import { type DoctorFinding, doctorQuery } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { findingKey, inOrder, verdictOf } from './health-view';
import classes from './settings.module.css';

const ICONS = { bad: IconAlertCircle, note: IconInfoCircle, good: IconCircleCheck };

/** What the doctor finds on the server's machine, the worst first. */
export default function HealthSection() {
  const { t } = useI18n();
  const findings = useQuery(doctorQuery);
  const version = useQuery(infoQuery).data?.version;
  return (
    <PageSection
      title={t('settings.health')}
      lead={
        <>
          {t('settings.health_explain')} {version && t('settings.version', { version })}
        </>
      }
      actions={
        <Button
          variant="default"
          loading={findings.isFetching}
          onClick={() => void findings.refetch()}
        >
          {t('settings.look_again')}
        </Button>
      }
    >
      {findings.isPending && <Skeleton height="16rem" aria-label={t('common.loading')} />}
      {findings.isError && (
        <ProblemNotice error={findings.error} onRetry={() => void findings.refetch()} />
      )}
      {findings.data && (
        <ul className={classes.rows}>
          {inOrder(findings.data).map((finding) => (
            <FindingRow key={finding.name} finding={finding} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function FindingRow({ finding }: { finding: DoctorFinding }) {
  const { t } = useI18n();
  const verdict = verdictOf(finding);
  const Icon = ICONS[verdict];
  const key = findingKey(finding.name);
  return (
    <li className={classes.finding} data-verdict={verdict}>
      <Icon size={20} stroke={1.7} aria-hidden />
      <div className={classes.rowWords}>
        <span className={classes.rowName}>
          {isMessageKey(key) ? t(key) : <bdi>{finding.name}</bdi>}
          <span className={classes.verdict}> {t(`settings.verdict_${verdict}`)}</span>
        </span>
        <Directed className={classes.detail}>{finding.detail}</Directed>
      </div>
    </li>
  );
}
