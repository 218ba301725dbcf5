import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

import { memoryFactsQuery, type MemoryMessage, memoryMessagesQuery } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import { MessageQuote } from './message-quote';
import classes from './talks.module.css';
import { useMemory } from './use-memory';

const MESSAGE_PX = 110;

/** One conversation word for word, opened at a message, with the words marked that facts rest on. */
export function Talk({ thread }: { thread: string }) {
  const { t } = useI18n();
  const { tenant, look } = useMemory();
  const messages = useQuery(memoryMessagesQuery(tenant, thread));
  if (messages.isError && !messages.data) return <ProblemNotice error={messages.error} />;
  if (messages.data === undefined) {
    return <Skeleton height="12rem" role="status" aria-label={t('common.loading')} />;
  }
  return (
    <section className={classes.talk} aria-label={thread}>
      <header className={classes.talkHead}>
        <h3 className={classes.talkTitle}>
          <Name>{thread}</Name>
        </h3>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() => look({ thread, message: null, entity: null }, 'erase')}
        >
          {t('memory.talk_erase')}
        </Button>
      </header>
      <Messages thread={thread} messages={messages.data} />
    </section>
  );
}

interface MessagesProps {
  thread: string;
  messages: readonly MemoryMessage[];
}

function Messages({ thread, messages }: MessagesProps) {
  const { t } = useI18n();
  const { address, times } = useMemory();
  const isLater = ({ at }: MemoryMessage) =>
    times.asOf !== undefined && Date.parse(at) > Date.parse(times.asOf);
  const spans = useSpans(thread);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => box.current,
    estimateSize: () => MESSAGE_PX,
    overscan: 6,
    getItemKey: (index) => messages[index]?.id ?? index,
  });
  const wanted = messages.findIndex(({ id }) => id === address.message);
  useEffect(() => {
    if (wanted >= 0) virtual.scrollToIndex(wanted, { align: 'center' });
  }, [wanted, virtual]);
  return (
    <div ref={box} className={classes.messages} tabIndex={0} role="group" aria-label={t('memory.erase_messages')}>
      <ol className={classes.roll} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const message = messages[item.index];
          return (
            message && (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classes.message}
                data-open={message.id === address.message || undefined}
                data-later={isLater(message) || undefined}
                aria-current={message.id === address.message ? 'true' : undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {isLater(message) && <p className={classes.fine}>{t('memory.talk_later')}</p>}
                <MessageQuote message={message} spans={spans.get(message.id) ?? []} />
                <MessageActs message={message} />
              </li>
            )
          );
        })}
      </ol>
    </div>
  );
}

function MessageActs({ message }: { message: MemoryMessage }) {
  const { t } = useI18n();
  const { look } = useMemory();
  const here = { thread: message.thread, message: message.id };
  return (
    <div className={classes.acts} role="group" aria-label={t('memory.message_actions')}>
      <Button variant="subtle" size="compact-xs" onClick={() => look(here, 'knew')}>
        {t('memory.message_knew')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        onClick={() => look({ ...here, entity: null }, 'erase')}
      >
        {t('memory.message_erase')}
      </Button>
    </div>
  );
}

/** By message: the places that facts were taken from. */
function useSpans(thread: string): Map<string, number[][]> {
  const { tenant } = useMemory();
  const facts = useQuery(memoryFactsQuery(tenant)).data;
  return useMemo(() => {
    const spans = new Map<string, number[][]>();
    for (const fact of facts ?? []) {
      if (fact.thread !== thread) continue;
      spans.set(fact.source_message, [...(spans.get(fact.source_message) ?? []), fact.quote as number[]]);
    }
    return spans;
  }, [facts, thread]);
}
