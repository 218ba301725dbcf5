import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, done } from '../../api/client';
import { type OpenSession, sessionsQuery } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { clientName } from './people-view';
import classes from './people.module.css';

/** The browsers that one is signed in with, each to be signed out from here. */
export function OwnSessions() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string) =>
      done(api.DELETE('/api/me/sessions/{session_id}', { params: { path: { session_id: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const everywhere = useMutation({
    mutationFn: () => done(api.POST('/api/sign-out/everywhere')),
    // A new page, so that nothing of the person's stays in this one's memory.
    onSuccess: () => window.location.assign('/'),
  });
  const error = sessions.error ?? end.error ?? everywhere.error;
  return (
    <PageSection
      title={t('people.sessions')}
      lead={t('people.sessions_explain')}
      actions={
        <Button
          variant="default"
          loading={everywhere.isPending}
          onClick={() => everywhere.mutate()}
        >
          {t('people.sign_out_everywhere')}
        </Button>
      }
    >
      {error && <ProblemNotice error={error} />}
      {sessions.isPending && <Skeleton height="6rem" role="status" aria-label={t('common.loading')} />}
      <ul className={classes.list}>
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
    </PageSection>
  );
}

interface SessionRowProps {
  session: OpenSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <span className={classes.who}>
          <span className={classes.name}>
            <bdi>{clientName(session.client) || '?'}</bdi>
          </span>
          <span className={classes.soft}>
            {session.present
              ? t('people.session_present')
              : t('people.session_seen', { at: at.format(new Date(session.seen_at)) })}
          </span>
        </span>
        {!session.present && (
          <Button variant="subtle" size="compact-sm" loading={isEnding} onClick={onEnd}>
            {t('people.session_end')}
          </Button>
        )}
      </div>
    </li>
  );
}
