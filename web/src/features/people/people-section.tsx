import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { peopleQuery } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { AddPerson } from './add-person';
import { OwnerlessRooms } from './ownerless-rooms';
import classes from './people.module.css';
import { foundPeople, SEARCHED_FROM } from './people-view';
import { PersonRow } from './person-row';
import { useAdministered } from './use-administered';

const SHOWN_AT_ONCE = 50;

/** Everybody who has an account, for administrators. */
export default function PeopleSection() {
  const { t } = useI18n();
  const people = useQuery(peopleQuery);
  const model = useAdministered();
  const [isAdding, setAdding] = useState(false);
  const [text, setText] = useState('');
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const found = foundPeople(people.data ?? [], text);
  return (
    <>
      <PageSection
        title={t('people.title')}
        lead={people.data && t('people.count', { count: people.data.length })}
        actions={
          !isAdding && (
            <Button
              leftSection={<IconUserPlus size={17} stroke={1.6} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('people.add')}
            </Button>
          )
        }
      >
        {isAdding && <AddPerson model={model} onClose={() => setAdding(false)} />}
        {people.isError && (
          <ProblemNotice error={people.error} onRetry={() => void people.refetch()} />
        )}
        {model.change.isError && <ProblemNotice error={model.change.error} />}
        {people.isPending && <Skeleton height="10rem" role="status" aria-label={t('common.loading')} />}
        {(people.data?.length ?? 0) >= SEARCHED_FROM && (
          <TextInput
            type="search"
            className={classes.search}
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
            aria-label={t('people.search')}
            placeholder={t('people.search')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {people.data && found.length === 0 && <p className={classes.soft}>{t('people.search_none')}</p>}
        <ul className={classes.list}>
          {found.slice(0, most).map((person) => (
            <PersonRow key={person.id} person={person} model={model} />
          ))}
        </ul>
        {found.length > most && (
          <Button variant="default" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
            {t('people.more', { count: found.length - most })}
          </Button>
        )}
      </PageSection>
      {people.data && <OwnerlessRooms people={people.data} model={model} />}
    </>
  );
}
