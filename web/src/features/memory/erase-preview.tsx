import { Button, Skeleton } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  memoryActs,
  type MemoryErasure,
  memoryPreviewQuery,
  type MemoryReceipt,
  type MemoryWhatGoes,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './erase.module.css';
import { labelOf, nameOf, valueOf } from './fact-view';
import { Counts, ReceiptView } from './receipt';
import { useDays } from './use-days';
import { useMemory, useMemoryAct } from './use-memory';

/** What an erasure would take, listed and counted; then the erasure itself, and its receipt. */
export function ErasePreview({ erasure }: { erasure: MemoryErasure }) {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const [receipt, setReceipt] = useState<MemoryReceipt | null>(null);
  const preview = useQuery({ ...memoryPreviewQuery(tenant, erasure), enabled: receipt === null });
  if (receipt) {
    return (
      <div className={classes.done} role="status">
        <p>{t('memory.erase_done')}</p>
        <ReceiptView receipt={receipt} />
      </div>
    );
  }
  if (preview.isError) return <ProblemNotice error={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.isPending) return <Skeleton height="8rem" role="status" aria-label={t('common.loading')} />;
  return <Goes goes={preview.data} erasure={erasure} onErased={setReceipt} />;
}

interface GoesProps {
  goes: MemoryWhatGoes;
  erasure: MemoryErasure;
  onErased: (receipt: MemoryReceipt) => void;
}

function Goes({ goes, erasure, onErased }: GoesProps) {
  const { t } = useI18n();
  const { look } = useMemory();
  const [isAsked, setAsked] = useState(false);
  const erase = useMemoryAct(memoryActs.erase, (made) => {
    onErased(made);
    look({ entity: null, thread: null, message: null, fact: null });
  });
  const { receipt } = goes;
  return (
    <section className={classes.goes} aria-label={t('memory.erase_goes')}>
      <h3 className={classes.title}>{t('memory.erase_goes')}</h3>
      <GoingMessages goes={goes} />
      <GoingFacts goes={goes} />
      <Counts receipt={receipt} />
      <p className={classes.fine}>
        {receipt.kept_messages > 0 && `${t('memory.erase_kept', { count: receipt.kept_messages })} `}
        {t('memory.erase_not')}
      </p>
      <div>
        <Button
          color="red"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('memory.erase_do')}
        </Button>
      </div>
      <Confirm
        opened={isAsked}
        title={t('memory.erase_title')}
        action={t('memory.erase_do')}
        busy={erase.isPending}
        error={erase.error}
        onClose={() => setAsked(false)}
        onConfirm={() => erase.mutate(erasure)}
      >
        {t('memory.erase_confirm', { messages: receipt.messages, facts: receipt.facts })}
      </Confirm>
    </section>
  );
}

function GoingMessages({ goes: { messages, receipt } }: Pick<GoesProps, 'goes'>) {
  const { t } = useI18n();
  const { day } = useDays();
  if (messages.length === 0) return null;
  return (
    <div>
      <h4 className={classes.small}>
        {t('memory.talk_messages', { count: receipt.messages })}
      </h4>
      <ul className={classes.going}>
        {messages.map((message) => (
          <li key={`${message.thread}/${message.id}`}>
            <Directed as="span" text={message.text}>
              {message.text}
            </Directed>{' '}
            <span className={classes.fine}>{day(message.at)}</span>
          </li>
        ))}
      </ul>
      <More count={receipt.messages - messages.length} />
    </div>
  );
}

function GoingFacts({ goes: { facts, receipt } }: Pick<GoesProps, 'goes'>) {
  const { t, locale } = useI18n();
  if (facts.length === 0) return null;
  return (
    <div>
      <h4 className={classes.small}>
        {t('memory.facts_count', { count: receipt.facts })}
      </h4>
      <ul className={classes.going}>
        {facts.map((fact) => (
          <li key={fact.id}>
            <Name>{nameOf(fact.subject, t)}</Name>: {labelOf(fact, locale)} <Name>{valueOf(fact, locale)}</Name>
          </li>
        ))}
      </ul>
      <More count={receipt.facts - facts.length} />
    </div>
  );
}

function More({ count }: { count: number }) {
  const { t } = useI18n();
  return count > 0 ? <p className={classes.fine}>{t('memory.erase_more', { count })}</p> : null;
}
