import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import type { Me } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { ProblemWords } from '../../ui/problem-words';
import { EntryForm } from './entry-form';
import classes from './entry-form.module.css';
import { EmailField, PasswordField } from './person-fields';
import { goalAfterRefusal, keepInvitation } from './secret-of-link';
import { useComeIn } from './use-come-in';
import { useEntry } from './use-entry';

interface SignInProps {
  me: Me;
  /** The code of what went wrong at another service; null: nothing did. */
  problem?: string | null;
}

/** What stands in place of every screen for whoever is not signed in. */
export function SignIn({ me, problem = null }: SignInProps) {
  const { t } = useI18n();
  const entry = useEntry({ email: '', password: '' });
  const signIn = useComeIn<void>({
    come: () => bodyOf(api.POST('/api/sign-in', { body: entry.values })),
  });
  if (me.needs_first_administrator) return <NobodyYet me={me} problem={problem} />;
  return (
    <EmptyState icon={<IconLogin2 size={40} stroke={1.3} className={classes.along} />} title={t('people.sign_in_title')}>
      <Refused problem={problem} />
      {me.other_service && (
        <>
          <OtherService service={me.other_service} />
          <div className={classes.or}>{t('people.or')}</div>
        </>
      )}
      <EntryForm
        action={t('people.sign_in')}
        isPending={signIn.isPending}
        error={signIn.error}
        onSubmit={() => entry.send(signIn.mutate)}
      >
        <EmailField {...entry.field('email')} />
        <PasswordField {...entry.field('password')} />
      </EntryForm>
      {me.sends_mail ? <Forgotten email={entry.values.email} /> : <p>{t('people.forgotten_ask')}</p>}
    </EmptyState>
  );
}

function Refused({ problem }: { problem: string | null }) {
  const { t } = useI18n();
  if (problem === null) return null;
  return (
    <div role="alert" className={classes.refused}>
      {problem === 'conflict' ? (
        <p>{t('people.identity_taken')}</p>
      ) : (
        <ProblemWords code={problem} detail={null} />
      )}
    </div>
  );
}

/** Another service may know the first administrator, too. */
function NobodyYet({ me, problem = null }: SignInProps) {
  const { t } = useI18n();
  return (
    <EmptyState icon={<IconLogin2 size={40} stroke={1.3} className={classes.along} />} title={t('people.nobody_title')}>
      <Refused problem={problem} />
      <p>{t('people.nobody_explain')}</p>
      {me.other_service && <OtherService service={me.other_service} />}
    </EmptyState>
  );
}

function OtherService({ service }: { service: NonNullable<Me['other_service']> }) {
  const { locale } = useI18n();
  const { pathname, search } = window.location;
  // Back to where one was, but not to the account of what went wrong.
  const goal = pathname === '/sign-in' ? goalAfterRefusal() : pathname + search;
  return (
    <Button
      component="a"
      variant="default"
      href={`${service.begin}?${new URLSearchParams({ goal }).toString()}`}
      onClick={keepInvitation}
    >
      {locale === 'he' ? service.label_he : service.label_en}
    </Button>
  );
}

/** Has a link mailed; whether anybody has the e-mail, the server does not tell. */
function Forgotten({ email }: { email: string }) {
  const { t, locale } = useI18n();
  // The server's mails are written in Hebrew and in English.
  const language = locale === 'he' ? 'he' : 'en';
  const mail = useMutation({
    mutationFn: () => done(api.POST('/api/password/mail', { body: { email, language } })),
    meta: { ownSession: true },
  });
  if (mail.isSuccess) return <p role="status">{t('people.mailed')}</p>;
  return (
    <>
      {mail.isError && <ProblemNotice error={mail.error} />}
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        disabled={email === ''}
        loading={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {t('people.forgotten_mail')}
      </Button>
    </>
  );
}
