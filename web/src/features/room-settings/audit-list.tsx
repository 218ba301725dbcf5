import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { auditQuery, type AuditWish } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './audit.module.css';
import { AuditRow } from './audit-row';
import { dayStart, exportAddress } from './audit-view';

interface AuditListProps {
  /** Null: the whole server's. */
  roomId: string | null;
  people: readonly { id: string; name: string }[];
  /** What acts begin with, for the choice. */
  groups: readonly string[];
}

/** Who did what, newest first; narrowed by person, act and day, and saved as it is narrowed. */
export function AuditList({ roomId, people, groups }: AuditListProps) {
  const { t } = useI18n();
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  const [day, setDay] = useState('');
  const wish: AuditWish = {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(day && { since: dayStart(day), until: dayStart(day, true) }),
  };
  const audit = useInfiniteQuery(auditQuery(roomId, wish));
  const events = audit.data?.pages.flatMap((page) => page.events.map((event) => ({ event, page })));
  return (
    <>
      <div className={classes.filters}>
        {people.length > 0 && (
          <NativeSelect
            label={t('audit.person')}
            value={actor}
            onChange={(event) => setActor(event.currentTarget.value)}
            data={[
              { value: '', label: t('audit.everybody') },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <NativeSelect
          label={t('audit.act')}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
          data={[{ value: '', label: t('audit.every_act') }, ...useGroups(groups)]}
        />
        <TextInput
          type="date"
          label={t('audit.day')}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button
          component="a"
          href={exportAddress(roomId, wish, 'csv')}
          download
          variant="default"
          className={classes.export}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {t('audit.export')}
        </Button>
      </div>
      {audit.isError && <ProblemNotice error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && <Skeleton height="16rem" role="status" aria-label={t('common.loading')} />}
      {events?.length === 0 && <p className={classes.none}>{t('audit.none')}</p>}
      {events && events.length > 0 && (
        <ol className={classes.list} aria-label={t('audit.title')}>
          {events.map(({ event, page }) => (
            <AuditRow key={event.sequence} event={event} names={page.names} roomId={roomId} />
          ))}
        </ol>
      )}
      {audit.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
        >
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}

function useGroups(groups: readonly string[]): { value: string; label: string }[] {
  const { t } = useI18n();
  return groups.map((value) => {
    const key = `audit.group_${value.replace('.', '')}`;
    return { value, label: isMessageKey(key) ? t(key) : value };
  });
}
