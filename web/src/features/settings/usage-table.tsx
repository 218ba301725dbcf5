import { Table } from '@mantine/core';

import type { Usage } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { usd } from '../../ui/usd';
import classes from './settings.module.css';
import { useUsageNames } from './use-usage-names';

const COLUMNS = ['answers', 'requests', 'input', 'cached', 'output', 'price'] as const;

/** The sums as numbers, the newest day first. */
export function UsageTable({ usage }: { usage: Usage }) {
  const { t, locale } = useI18n();
  const nameOf = useUsageNames(usage.by);
  const number = new Intl.NumberFormat(locale);
  const rows = usage.by === 'day' ? [...usage.rows].reverse() : usage.rows;
  return (
    <Table.ScrollContainer
      minWidth={560}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('settings.usage') },
      }}
    >
      <Table verticalSpacing="xs" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`settings.head_${usage.by}`)}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} className={classes.figure}>
                {t(`settings.column_${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" className={classes.rowHead}>
                <Name>{nameOf(row)}</Name>
              </Table.Th>
              {[row.answers, row.requests, row.input_tokens, row.cached_tokens, row.output_tokens].map(
                (value, place) => (
                  <Table.Td key={COLUMNS[place]} className={classes.figure}>
                    <bdi>{number.format(value)}</bdi>
                  </Table.Td>
                ),
              )}
              <Table.Td className={classes.figure}>
                <bdi>{usd(row.price_usd)}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
