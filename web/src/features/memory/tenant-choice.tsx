import { Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import classes from './memory-page.module.css';
import { useMemory } from './use-memory';
import { WordsField } from './words-field';

/** Whose memory is looked at; others by name, for whoever may. */
export function TenantChoice() {
  const { t } = useI18n();
  const { tenant, section, look } = useMemory();
  const me = useQuery(meQuery).data;
  const mayChoose = me?.mode === 'accounts' && me.administers;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  if (!mayChoose && tenant === undefined) return null;
  const go = (next: string | null) => {
    setOpen(false);
    look(
      { tenant: next, entity: null, fact: null, thread: null, message: null, asOf: null, knownAt: null },
      section,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') go(name.trim());
  };
  return (
    <div className={classes.tenant}>
      {tenant !== undefined && (
        <>
          <span>
            {t('memory.whose')} <Name>{tenant}</Name>
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => go(null)}>
            {t('memory.whose_back')}
          </Button>
        </>
      )}
      {mayChoose && (
        <Popover opened={isOpen} onChange={setOpen} trapFocus width="18rem" position="bottom-end" shadow="md">
          <Popover.Target>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setOpen(!isOpen)}>
              {t('memory.whose_choose')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('memory.whose_choose')}>
            <form onSubmit={submit} className={classes.steps}>
              <WordsField
                label={t('memory.whose_name')}
                description={t('memory.whose_explain')}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                data-autofocus
              />
              <Button type="submit" size="xs">
                {t('memory.whose_open')}
              </Button>
            </form>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
