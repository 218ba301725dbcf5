import { Popover } from '@mantine/core';
import { useId } from 'react';

import type { Citation } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { Directed } from '../../ui/directed';
import { SectionPath } from '../../ui/section-path';
import { useHoverCard } from '../../ui/use-hover-card';
import classes from './citation-chip.module.css';

interface CitationChipProps {
  citation: Citation;
  onOpen: (from: HTMLElement) => void;
}

/** The mark of a claim: a number that shows its quote, and opens its page. */
export function CitationChip({ citation, onOpen }: CitationChipProps) {
  const { t } = useI18n();
  const cardId = useId();
  const card = useHoverCard();
  const standing = citation.deleted ? 'deleted' : citation.verified ? 'verified' : 'unverified';
  return (
    <Popover
      opened={card.isOpen}
      onChange={card.setOpen}
      width={340}
      position="top"
      withArrow
      shadow="md"
      withRoles={false}
      trapFocus={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          data-standing={standing}
          aria-label={t(`chat.chip_${standing}`, {
            number: citation.number,
            name: citation.document_name,
          })}
          aria-describedby={card.isOpen ? cardId : undefined}
          onClick={(event) => {
            card.setOpen(citation.deleted);
            if (!citation.deleted) onOpen(event.currentTarget);
          }}
          {...card.handlers}
        >
          {citation.number}
          {standing === 'unverified' && <span aria-hidden>?</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown id={cardId} role="tooltip" className={classes.card} {...card.cardHandlers}>
        <CitationQuote citation={citation} />
      </Popover.Dropdown>
    </Popover>
  );
}

function CitationQuote({ citation }: { citation: Citation }) {
  const { t } = useI18n();
  const pages = citation.pages.map((page) => page.page_number);
  return (
    <>
      <Directed as="blockquote" className={classes.quote}>
        {citation.quote}
      </Directed>
      <p className={classes.source}>
        <Name>{citation.document_name}</Name>
        {pages.length > 0 && ` · ${t('documents.pages', { pages: pages.join('–'), count: pages.length })}`}
      </p>
      <SectionPath section={citation.section} className={classes.section} />
      {!citation.verified && <p className={classes.warning}>{t('chat.unverified')}</p>}
      {citation.deleted && <p className={classes.warning}>{t('chat.deleted')}</p>}
    </>
  );
}
