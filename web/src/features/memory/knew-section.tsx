import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { memoryMessagesQuery, memoryThreadsQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { KnewTurn } from './knew-turn';
import classes from './knew.module.css';
import { useDays } from './use-days';
import { useMemory } from './use-memory';

/** What memory gave a model at one turn of a conversation, against what it would give today. */
export function KnewSection() {
  const { t } = useI18n();
  const { moment } = useDays();
  const { tenant, address, look } = useMemory();
  const threads = useQuery(memoryThreadsQuery(tenant)).data ?? [];
  const thread = address.thread ?? threads[0]?.id ?? '';
  const messages = useQuery({ ...memoryMessagesQuery(tenant, thread), enabled: thread !== '' });
  const turn = messages.data?.find(({ id }) => id === address.message) ?? messages.data?.at(-1);
  return (
    <PageSection title={t('memory.section_knew')} lead={t('memory.knew_lead')}>
      <div className={classes.choice}>
        <Select
          label={t('memory.knew_talk')}
          searchable
          allowDeselect={false}
          value={thread}
          data={threads.map(({ id }) => ({ value: id, label: id }))}
          onChange={(next) => next && look({ thread: next, message: null })}
        />
        <Select
          className={classes.turns}
          label={t('memory.knew_turn')}
          searchable
          allowDeselect={false}
          value={turn?.id ?? null}
          data={(messages.data ?? []).map((message) => ({
            value: message.id,
            label: `${message.text.slice(0, 90)} (${moment(message.at)})`,
          }))}
          onChange={(message) => message && look({ thread, message })}
        />
      </div>
      {messages.isPending ? (
        <Skeleton height="12rem" role="status" aria-label={t('common.loading')} />
      ) : turn ? (
        <KnewTurn key={turn.id} turn={turn} />
      ) : (
        <p>{t('memory.knew_choose')}</p>
      )}
    </PageSection>
  );
}
