import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

import type { MemoryReceipt } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './erase.module.css';
import { COUNTS, erasedBy, receiptFile, rowsRemoved } from './receipt-view';
import { useDays } from './use-days';

/** What an erasure removed: by whose wish nothing is left but the counts, which add up. */
export function ReceiptView({ receipt }: { receipt: MemoryReceipt }) {
  const { t } = useI18n();
  const { moment } = useDays();
  const erased = erasedBy(receipt);
  const title =
    erased.what === 'message' || erased.what === 'thread'
      ? t(`memory.receipt_${erased.what}`, { thread: erased.thread })
      : erased.what === 'entity'
        ? t('memory.receipt_entity', { id: erased.entity })
        : t('memory.receipt_everything');
  const file = receiptFile(receipt);
  return (
    <article className={classes.receipt} data-receipt={receipt.id}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <span className={classes.fine}>{moment(receipt.at)}</span>
        <Button
          component="a"
          href={file.url}
          download={file.name}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t('memory.receipt_download')}
        </Button>
      </header>
      <Counts receipt={receipt} />
    </article>
  );
}

/** The rows of each kind, and their sum. */
export function Counts({ receipt }: { receipt: MemoryReceipt }) {
  const { t } = useI18n();
  return (
    <>
      <dl className={classes.counts}>
        {COUNTS.filter((name) => name !== 'requests' && receipt[name] > 0).map((name) => (
          <div key={name}>
            <dt>{t(`memory.count_${name}`)}</dt>
            <dd className="numbers">{receipt[name]}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>{t('memory.count_total')}</dt>
          <dd className="numbers">{rowsRemoved(receipt)}</dd>
        </div>
      </dl>
      <p className={classes.fine}>{t('memory.receipt_requests', { count: receipt.requests })}</p>
    </>
  );
}
