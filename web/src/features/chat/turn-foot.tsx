import { ActionIcon, CopyButton } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconGitBranch,
  IconMicroscope,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Citation, Feedback, Thread } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { LazyTooltip } from '../../ui/lazy-tooltip';
import { Name } from '../../ui/name';
import { recordAddress } from '../record/record-address';
import type { AnswerView } from './answer-view';
import { textWithReferences } from './copy-answer';
import { FeedbackButtons } from './feedback-buttons';
import classes from './turn.module.css';
import { TurnFigures } from './turn-figures';
import type { Judgement } from './use-feedback';

export interface TurnFootProps {
  view: AnswerView;
  isBusy: boolean;
  onAskAgain: (view: AnswerView) => void;
  onEdit?: (() => void) | undefined;
  /** What this person said of the answer; null: nothing. */
  feedback?: Feedback | null | undefined;
  /** Missing where the answer is somebody else's. */
  onJudge?: ((answerId: string, said: Judgement) => void) | undefined;
  /** Threads that go on otherwise in the place of this answer. */
  branches?: readonly Thread[] | undefined;
  onOpenThread?: ((id: string) => void) | undefined;
}

/** What was sent for an answer, and what can be done with it. */
export function TurnFoot(props: TurnFootProps) {
  const { view, branches = [], onOpenThread } = props;
  const { t } = useI18n();
  return (
    <footer className={classes.foot}>
      <TurnFigures view={view} />
      <TurnActions {...props} />
      {branches.map((branch) => (
        <button
          key={branch.id}
          type="button"
          className={classes.branch}
          onClick={() => onOpenThread?.(branch.id)}
        >
          <IconGitBranch size={15} stroke={1.6} aria-hidden className={classes.along} />
          {t('chat.asked_otherwise')} <Name className="one-line">{branch.title}</Name>
        </button>
      ))}
    </footer>
  );
}

function TurnActions({ view, isBusy, onAskAgain, onEdit, feedback, onJudge }: TurnFootProps) {
  const { t } = useI18n();
  const { answerId } = view;
  return (
    <div className={classes.actions} role="group" aria-label={t('chat.actions')}>
      {view.text !== '' && <CopyAnswer view={view} />}
      {answerId !== null && onJudge && (
        <FeedbackButtons said={feedback ?? null} onSay={(said) => onJudge(answerId, said)} />
      )}
      {onEdit && (
        <Action label={t('chat.edit')} onClick={onEdit}>
          <IconPencil size={17} stroke={1.6} />
        </Action>
      )}
      {!view.error && (
        <Action label={t('chat.ask_again')} disabled={isBusy} onClick={() => onAskAgain(view)}>
          <IconRefresh size={17} stroke={1.6} />
        </Action>
      )}
      {answerId !== null && (
        <LazyTooltip label={t('record.open')}>
          <ActionIcon
            component="a"
            href={recordAddress(answerId)}
            variant="subtle"
            color="gray"
            aria-label={t('record.open')}
          >
            <IconMicroscope size={17} stroke={1.6} />
          </ActionIcon>
        </LazyTooltip>
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, disabled = false, onClick, children }: ActionProps) {
  return (
    <LazyTooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </LazyTooltip>
  );
}

function CopyAnswer({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  const sayReference = (citation: Citation) =>
    t('chat.reference', {
      name: citation.document_name,
      pages: citation.pages.map((page) => page.page_number).join('–') || '?',
      quote: citation.quote,
    });
  return (
    <CopyButton value={textWithReferences(view.text, view.citations, sayReference)}>
      {({ copied, copy }) => (
        <Action label={t(copied ? 'chat.copied' : 'chat.copy')} onClick={copy}>
          {copied ? <IconCheck size={17} stroke={1.6} /> : <IconCopy size={17} stroke={1.6} />}
        </Action>
      )}
    </CopyButton>
  );
}
