import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconCheckbox, IconFilter, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { filterCounts, FILTERS, SORTS } from './document-list-view';
import classes from './documents-pane.module.css';
import type { Documents } from './use-documents';

// Fewer documents than this are seen at once.
const WORTH_TOOLS = 4;

interface ListToolsProps {
  documents: readonly KesherDocument[];
  list: Documents['list'];
}

/** Search by name, filter, order, choose: once there is something to find one's way in. */
export function ListTools({ documents, list }: ListToolsProps) {
  const { t } = useI18n();
  if (documents.length < WORTH_TOOLS) return null;
  const { view, change } = list;
  return (
    <div className={classes.tools} role="search" aria-label={t('documents.find')}>
      <TextInput
        className={classes.search}
        size="sm"
        aria-label={t('documents.search')}
        placeholder={t('documents.search')}
        value={view.query}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        rightSection={
          view.query !== '' && (
            <CloseButton
              size="sm"
              aria-label={t('documents.search_clear')}
              onClick={() => change({ query: '' })}
            />
          )
        }
        onChange={(event) => change({ query: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && change({ query: '' })}
      />
      <FilterMenu documents={documents} list={list} />
      <SortMenu list={list} />
      <Tooltip label={t('documents.choose')}>
        <ActionIcon
          variant={list.isSelecting ? 'light' : 'subtle'}
          color={list.isSelecting ? 'thread' : 'gray'}
          aria-label={t('documents.choose')}
          aria-pressed={list.isSelecting}
          onClick={() => list.setSelecting(!list.isSelecting)}
        >
          <IconCheckbox size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function FilterMenu({ documents, list }: ListToolsProps) {
  const { t, locale } = useI18n();
  const counts = useMemo(() => filterCounts(documents), [documents]);
  const numbers = new Intl.NumberFormat(locale);
  const { filter } = list.view;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant={filter === 'all' ? 'subtle' : 'light'}
          color={filter === 'all' ? 'gray' : 'thread'}
          aria-label={t('documents.filter', { now: t(`documents.filter_${filter}`) })}
        >
          <IconFilter size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {FILTERS.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checked={filter === name}
            closeMenuOnClick
            rightSection={<bdi className="numbers">{numbers.format(counts[name])}</bdi>}
            onChange={() => list.change({ filter: name })}
          >
            {t(`documents.filter_${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SortMenu({ list }: Pick<ListToolsProps, 'list'>) {
  const { t } = useI18n();
  const { sort } = list.view;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('documents.sort', { now: t(`documents.sort_${sort}`) })}
        >
          <IconArrowsSort size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SORTS.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checked={sort === name}
            closeMenuOnClick
            onChange={() => list.change({ sort: name })}
          >
            {t(`documents.sort_${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
