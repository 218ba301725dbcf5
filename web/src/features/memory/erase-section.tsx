import { Button, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  memoryEntitiesQuery,
  type MemoryErasure,
  memoryMessagesQuery,
  memoryReceiptsQuery,
  memoryThreadsQuery,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './erase.module.css';
import { ErasePreview } from './erase-preview';
import { nameOf } from './fact-view';
import type { MemoryAddress } from './memory-address';
import { ReceiptView } from './receipt';
import { useMemory } from './use-memory';

const KINDS = ['entity', 'thread', 'message', 'everything'] as const;
type Kind = (typeof KINDS)[number];

/** Erase a message, a conversation, a person or everything: seen first, then with a receipt. */
export function EraseSection() {
  const { t } = useI18n();
  const { address } = useMemory();
  const [kind, setKind] = useState<Kind>(() => kindOfAddress(address));
  const [looked, setLooked] = useState<MemoryErasure | null>(null);
  const erasure = erasureOf(kind, address);
  const choose = (next: Kind) => {
    setKind(next);
    setLooked(null);
  };
  return (
    <>
      <PageSection title={t('memory.section_erase')} lead={t('memory.erase_lead')}>
        <div className={classes.choice}>
          <SegmentedControl
            className={classes.kinds}
            aria-label={t('memory.erase_what')}
            value={kind}
            onChange={(value) => choose(value as Kind)}
            data={KINDS.map((value) => ({ value, label: t(`memory.erase_kind_${value}`) }))}
          />
          <Pick kind={kind} onPick={() => setLooked(null)} />
          <Button variant="default" disabled={erasure === null} onClick={() => setLooked(erasure)}>
            {t('memory.erase_look')}
          </Button>
        </div>
        {looked && <ErasePreview key={JSON.stringify(looked)} erasure={looked} />}
      </PageSection>
      <Receipts />
    </>
  );
}

function kindOfAddress(address: MemoryAddress): Kind {
  if (address.message !== undefined) return 'message';
  if (address.thread !== undefined) return 'thread';
  return 'entity';
}

function erasureOf(kind: Kind, { entity, thread, message }: MemoryAddress): MemoryErasure | null {
  if (kind === 'everything') return { everything: true };
  if (kind === 'entity') return entity === undefined ? null : { entity };
  if (thread === undefined) return null;
  if (kind === 'thread') return { thread, whole_thread: true };
  return message === undefined ? null : { thread, message };
}

function Pick({ kind, onPick }: { kind: Kind; onPick: () => void }) {
  const { t } = useI18n();
  const { tenant, address, look } = useMemory();
  const entities = useQuery(memoryEntitiesQuery(tenant)).data ?? [];
  const threads = useQuery(memoryThreadsQuery(tenant)).data ?? [];
  const messages = useQuery({
    ...memoryMessagesQuery(tenant, address.thread ?? ''),
    enabled: kind === 'message' && address.thread !== undefined,
  }).data;
  const pick = (patch: Parameters<typeof look>[0]) => {
    look(patch);
    onPick();
  };
  if (kind === 'everything') return null;
  if (kind === 'entity') {
    return (
      <Select
        label={t('memory.erase_entity_pick')}
        searchable
        value={address.entity ?? null}
        data={entities.map((entity) => ({ value: entity.id, label: nameOf(entity, t) }))}
        onChange={(entity) => pick({ entity })}
      />
    );
  }
  return (
    <>
      <Select
        label={t('memory.erase_thread_pick')}
        searchable
        value={address.thread ?? null}
        data={threads.map(({ id }) => ({ value: id, label: id }))}
        onChange={(thread) => pick({ thread, message: null })}
      />
      {kind === 'message' && (
        <Select
          className={classes.message}
          label={t('memory.erase_message_pick')}
          searchable
          value={address.message ?? null}
          data={(messages ?? []).map(({ id, text }) => ({ value: id, label: text.slice(0, 90) }))}
          onChange={(message) => pick({ message })}
        />
      )}
    </>
  );
}

function Receipts() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const receipts = useQuery(memoryReceiptsQuery(tenant));
  return (
    <PageSection title={t('memory.receipts')}>
      {receipts.isError && <ProblemNotice error={receipts.error} onRetry={() => void receipts.refetch()} />}
      {receipts.data?.length === 0 && <p className={classes.fine}>{t('memory.receipts_none')}</p>}
      <ul className={classes.receipts} aria-label={t('memory.receipts')}>
        {[...(receipts.data ?? [])].reverse().map((receipt) => (
          <li key={receipt.id}>
            <ReceiptView receipt={receipt} />
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
