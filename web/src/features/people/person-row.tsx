import { ActionIcon, Badge, Menu } from '@mantine/core';
import {
  IconDots,
  IconGauge,
  IconLink,
  IconShield,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Person } from '../../api/people-queries';
import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './people.module.css';
import { PersonLimits } from './person-limits';
import { ShownOnce } from './shown-once';
import type { useAdministered } from './use-administered';

interface PersonRowProps {
  person: Person;
  model: ReturnType<typeof useAdministered>;
}

type Asked = 'disable' | 'limits' | null;

/** One account, and what an administrator may do with it. */
export function PersonRow({ person, model }: PersonRowProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<Asked>(null);
  const isSelf = useQuery(meQuery).data?.person?.id === person.id;
  const isLinked = model.link.variables === person.id;
  const disable = (disabled: boolean) =>
    model.change.mutate({ id: person.id, disabled }, { onSuccess: () => setAsked(null) });
  return (
    <li className={classes.row}>
      <div className={classes.person} data-disabled={person.disabled || undefined}>
        <span className={classes.who}>
          <span className={classes.name}>
            <Name>{person.name}</Name>
            {isSelf && <span className={classes.soft}>{t('people.yourself')}</span>}
            {person.administrator && (
              <Badge variant="light" size="sm" tt="none">
                {t('people.administrator_badge')}
              </Badge>
            )}
            {person.disabled && (
              <Badge variant="outline" color="gray" size="sm" tt="none">
                {t('people.disabled')}
              </Badge>
            )}
          </span>
          <bdi dir="ltr" className={classes.email}>
            {person.email}
          </bdi>
        </span>
        <PersonMenu person={person} isSelf={isSelf} model={model} onAsk={setAsked} onEnable={disable} />
      </div>
      {isLinked && model.link.isError && <ProblemNotice error={model.link.error} />}
      {isLinked && model.link.data && (
        <ShownOnce
          value={model.link.data.url}
          explain={t('people.password_link_made', { name: person.name })}
          onClose={model.link.reset}
        />
      )}
      <Confirm
        opened={asked === 'disable'}
        title={t('people.disable_title', { name: person.name })}
        action={t('people.disable')}
        busy={model.change.isPending}
        error={model.change.error}
        onClose={() => setAsked(null)}
        onConfirm={() => disable(true)}
      >
        {t('people.disable_explain')}
      </Confirm>
      {asked === 'limits' && <PersonLimits person={person} onClose={() => setAsked(null)} />}
    </li>
  );
}

interface PersonMenuProps extends PersonRowProps {
  isSelf: boolean;
  onAsk: (asked: Asked) => void;
  onEnable: (disabled: false) => void;
}

function PersonMenu({ person, isSelf, model, onAsk, onEnable }: PersonMenuProps) {
  const { t } = useI18n();
  const { id, administrator, disabled } = person;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('people.acts_of', { name: person.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => model.link.mutate(id)}
        >
          {t('people.password_link')}
        </Menu.Item>
        <Menu.Item leftSection={<IconGauge size={16} aria-hidden />} onClick={() => onAsk('limits')}>
          {t('people.limits')}
        </Menu.Item>
        {!isSelf && (
          <Menu.Item
            leftSection={
              administrator ? (
                <IconShieldOff size={16} aria-hidden />
              ) : (
                <IconShield size={16} aria-hidden />
              )
            }
            onClick={() => model.change.mutate({ id, administrator: !administrator })}
          >
            {t(administrator ? 'people.unmake_administrator' : 'people.make_administrator')}
          </Menu.Item>
        )}
        {!isSelf && disabled && (
          <Menu.Item
            leftSection={<IconUserCheck size={16} aria-hidden />}
            onClick={() => onEnable(false)}
          >
            {t('people.enable')}
          </Menu.Item>
        )}
        {!isSelf && !disabled && (
          <Menu.Item
            c="var(--danger)"
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={() => onAsk('disable')}
          >
            {t('people.disable')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
