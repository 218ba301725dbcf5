import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowBackUp, IconMicroscopeOff } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import { recordQuery, sharedRecordQuery } from '../../api/queries';
import type { AnswerRecord } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { EmptyState } from '../../ui/empty-state';
import { HeaderSlot } from '../../ui/header-slot';
import { ProblemNotice } from '../../ui/problem-notice';
import { CallsSection } from './calls-section';
import { NamedValues } from './named-values';
import { PromptSection } from './prompt-section';
import classes from './record.module.css';
import { RecordTools } from './record-tools';
import { SearchSection } from './search-section';
import { Timeline } from './timeline';

/** The record behind an answer, for whoever may see its room. */
export function RecordPage({ answerId }: { answerId: string }) {
  return <FoundRecord record={useQuery(recordQuery(answerId))} />;
}

/** A record opened by a link to it. */
export function SharedRecordPage({ roomId, shareId }: { roomId: string; shareId: string }) {
  return <FoundRecord record={useQuery(sharedRecordQuery(roomId, shareId))} />;
}

function FoundRecord({ record }: { record: UseQueryResult<AnswerRecord> }) {
  const { t } = useI18n();
  useDocumentTitle(`${t('record.title')} · ${t('shell.name')}`);
  if (record.isPending) return <Loader m="xl" aria-label={t('common.loading')} />;
  if (record.data) return <RecordView record={record.data} />;
  return (
    <EmptyState
      icon={<IconMicroscopeOff size={40} stroke={1.3} />}
      title={t('record.unavailable')}
      actions={
        <Button component={Link} to="/" variant="default">
          {t('not_found.to_rooms')}
        </Button>
      }
    >
      <ProblemNotice error={record.error} onRetry={() => void record.refetch()} />
    </EmptyState>
  );
}

/** How an answer came about, from the search to the words. */
export function RecordView({ record }: { record: AnswerRecord }) {
  const { t } = useI18n();
  return (
    <div className={classes.page}>
      <HeaderSlot>
        <h1 className={classes.title}>{t('record.title')}</h1>
      </HeaderSlot>
      <RecordHead record={record} />
      {!record.shared && <RecordTools record={record} />}
      {record.shared && <p className={classes.note}>{t('record.shared')}</p>}
      {record.retrievals.map((search, place) => (
        <SearchSection
          key={place}
          search={search}
          answerId={record.shared ? null : record.answer_id}
        />
      ))}
      <PromptSection prompt={record.prompt} />
      <CallsSection calls={record.calls} priceUsd={record.price_usd} />
      <section className={classes.section}>
        <h2>{t('record.timeline')}</h2>
        <Timeline lanes={record.timeline} totalMs={record.total_ms} />
      </section>
      <section className={classes.section}>
        <h2>{t('record.versions')}</h2>
        <NamedValues values={record.versions.filter(({ name }) => !isPrompt(name))} />
        <details>
          <summary>{t('record.prompt_versions')}</summary>
          <NamedValues values={record.versions.filter(({ name }) => isPrompt(name))} />
        </details>
        <details>
          <summary>{t('record.settings')}</summary>
          <NamedValues values={record.settings} />
        </details>
      </section>
    </div>
  );
}

const isPrompt = (name: string) => name.startsWith('prompt ');

/** The answer's words with its strong ones strong; all other marks of it are the chat's to draw. */
function AnswerWords({ text }: { text: string }) {
  const pieces = text.split('**');
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, place) =>
    place % 2 === 1 ? <strong key={place}>{piece}</strong> : <Fragment key={place}>{piece}</Fragment>,
  );
}

function RecordHead({ record }: { record: AnswerRecord }) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <header className={classes.head}>
      <Directed as="h2" className={classes.question}>
        {record.question}
      </Directed>
      <Directed className={classes.answer} text={record.text}>
        <AnswerWords text={record.text} />
      </Directed>
      <p className={classes.facts}>
        {t(`record.kind_${record.kind}`)}
        {record.model && (
          <>
            {' · '}
            <bdi>{record.model}</bdi>
          </>
        )}
        {record.held_fraction !== null &&
          ` · ${t('record.held', { fraction: record.held_fraction })}`}
        {' · '}
        {at.format(new Date(record.created_at))}
        {' · '}
        <bdi dir="ltr">{record.answer_id}</bdi>
      </p>
      <Button
        component="a"
        href={`/rooms/${record.room_id}?thread=${record.thread_id}`}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
      >
        {t('record.to_thread')}
      </Button>
    </header>
  );
}
