import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './people.module.css';
import { EmailField, NameField } from './person-fields';
import { ShownOnce } from './shown-once';
import type { useAdministered } from './use-administered';
import { useEntry } from './use-entry';

interface AddPersonProps {
  model: ReturnType<typeof useAdministered>;
  onClose: () => void;
}

/** A new account; its person chooses the password by a link that is shown this once. */
export function AddPerson({ model: { add }, onClose }: AddPersonProps) {
  const { t } = useI18n();
  const entry = useEntry({ email: '', name: '' });
  const [administrator, setAdministrator] = useState(false);
  const close = () => {
    add.reset();
    onClose();
  };
  if (add.data?.link) {
    const explain = t('people.added_link', { name: add.data.person.name });
    return <ShownOnce value={add.data.link.url} explain={explain} onClose={close} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.send(() => add.mutate({ ...entry.values, administrator }));
  };
  return (
    <form className={classes.panel} onSubmit={submit} noValidate>
      <EmailField {...entry.field('email')} />
      <NameField {...entry.field('name')} />
      <Checkbox
        label={t('people.administrator')}
        description={t('people.administrator_explain')}
        checked={administrator}
        onChange={(event) => setAdministrator(event.currentTarget.checked)}
      />
      {add.isError && <ProblemNotice error={add.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          {t('people.add_do')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
