import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { api, bodyOf } from '../../api/client';
import type { Person } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { OwnPasswordForm } from './own-password-form';
import { OwnSessions } from './own-sessions';
import classes from './people.module.css';

/** One's own account: the name, the password, and the browsers that one is signed in with. */
export default function MeSection() {
  const { t } = useI18n();
  const person = useQuery(meQuery).data?.person;
  if (!person) return null;
  return (
    <>
      <PageSection title={t('people.me')}>
        <NameForm person={person} />
      </PageSection>
      <PageSection title={t('people.password')}>
        <OwnPasswordForm />
      </PageSection>
      <OwnSessions />
    </>
  );
}

function NameForm({ person }: { person: Person }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [name, setName] = useState(person.name);
  const rename = useMutation({
    mutationFn: () => bodyOf(api.PATCH('/api/me', { body: { name: name.trim() } })),
    onSuccess: async () => {
      notifyDone(t('room_settings.saved'));
      await queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('people.name')}
        description={t('people.name_explain')}
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        attributes={{ input: { dir: 'auto' } }}
      />
      <p className={classes.soft}>
        {t('people.email')}: <bdi dir="ltr">{person.email}</bdi>
      </p>
      {rename.isError && <ProblemNotice error={rename.error} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          loading={rename.isPending}
          disabled={name.trim() === '' || name.trim() === person.name}
        >
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
