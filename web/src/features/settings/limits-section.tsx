import { Badge, Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { limitsQuery, type SettingInForce } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { amountOf, isUnlimited, variableOf } from './limits-view';
import classes from './settings.module.css';

/** The server's own limits, which its settings decide; rooms and people may have stricter ones. */
export default function LimitsSection() {
  const { t } = useI18n();
  const limits = useQuery(limitsQuery);
  return (
    <PageSection title={t('settings.limits')} lead={t('settings.limits_explain')}>
      {limits.isPending && <Skeleton height="16rem" aria-label={t('common.loading')} />}
      {limits.isError && (
        <ProblemNotice error={limits.error} onRetry={() => void limits.refetch()} />
      )}
      {limits.data && (
        <Table.ScrollContainer
          minWidth={320}
          scrollAreaProps={{
            viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('settings.limits') },
          }}
        >
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('settings.limit')}</Table.Th>
                <Table.Th>{t('settings.limit_value')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {limits.data.map((limit) => (
                <LimitRow key={limit.name} limit={limit} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </PageSection>
  );
}

function LimitRow({ limit }: { limit: SettingInForce }) {
  const { t, locale } = useI18n();
  const key = `settings.limit_${limit.name}`;
  return (
    <Table.Tr>
      <Table.Td>
        {isMessageKey(key) ? t(key) : <bdi>{limit.name}</bdi>}
        <div>
          <bdi dir="ltr" className={classes.variable}>
            {variableOf(limit)}
          </bdi>
        </div>
      </Table.Td>
      <Table.Td className={classes.nowrap}>
        {isUnlimited(limit) ? t('settings.unlimited') : <bdi>{amountOf(limit, locale)}</bdi>}
        {!limit.is_default && (
          <Badge variant="light" size="sm" ms="xs" tt="none">
            {t('settings.changed')}
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
