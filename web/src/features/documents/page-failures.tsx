import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';

import type { PageFailure } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemWords } from '../../ui/problem-words';
import classes from './document-row.module.css';

/** The pages that could not be read, by number, each with its reason on demand. */
export function PageFailures({ failures }: { failures: PageFailure[] }) {
  const { t, locale } = useI18n();
  const [open, { toggle }] = useDisclosure(false);
  const listId = useId();
  if (failures.length === 0) return null;
  const numbers = new Intl.ListFormat(locale).format(failures.map(({ number }) => `${number}`));
  return (
    <div className={classes.failures}>
      <UnstyledButton
        className={classes.failuresHead}
        aria-expanded={open}
        aria-controls={listId}
        onClick={toggle}
      >
        {t('documents.failed_pages', { count: failures.length, numbers })}
        <IconChevronDown size={14} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <ul id={listId} hidden={!open}>
        {failures.map((failure) => (
          <li key={failure.number}>
            <strong>{t('documents.page', { number: failure.number })}</strong>
            <ProblemWords code={failure.code} detail={failure.reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}
