import { Loader } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import type { OpenPassage } from '../viewer/use-viewer';
import type { AnswerView } from './answer-view';
import classes from './chat-pane.module.css';
import { QuestionBox } from './question-box';
import { ThreadMenu } from './thread-menu';
import { Turn } from './turn';
import type { Chat } from './use-chat';
import { useNewestInSight } from './use-newest-in-sight';

interface ChatPaneProps {
  chat: Chat;
  threadId: string | null;
  /** Whether the room holds anything that can be asked about. */
  hasChunks: boolean;
  onOpen: OpenPassage;
}

/** The conversation: earlier answers, the one coming in, and the box for the next question. */
export function ChatPane({ chat, threadId, hasChunks, onOpen }: ChatPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useNewestInSight(scroller, `${threadId}/${chat.views.length}`);
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <ThreadMenu chat={chat} threadId={threadId} />
      </div>
      <div className={classes.scroller} ref={scroller}>
        <div className={classes.turns}>
          <Conversation chat={chat} threadId={threadId} hasChunks={hasChunks} onOpen={onOpen} />
        </div>
      </div>
      <div className={classes.ask}>
        <div className={classes.column}>
          <Preparing />
          <QuestionBox
            isBusy={chat.isBusy}
            isStopping={chat.isStopping}
            onSend={(question) => void chat.send(question)}
            onStop={chat.stop}
          />
        </div>
      </div>
      <Announcer view={chat.incoming} />
    </div>
  );
}

function Conversation({ chat, threadId, hasChunks, onOpen }: ChatPaneProps) {
  const { t } = useI18n();
  const { thread, views } = chat;
  if (threadId !== null && thread.isPending && views.length === 0) {
    return <Loader aria-label={t('common.loading')} />;
  }
  if (threadId !== null && thread.isError && views.length === 0) {
    return <ProblemNotice error={thread.error} onRetry={() => void thread.refetch()} />;
  }
  if (views.length === 0) return <Invitation hasChunks={hasChunks} />;
  return views.map((view) => (
    <Turn
      key={view.key}
      view={view}
      isBusy={chat.isBusy}
      onOpen={onOpen}
      onAskAgain={() => void chat.send(view.question)}
    />
  ));
}

function Invitation({ hasChunks }: { hasChunks: boolean }) {
  const { t } = useI18n();
  const info = useQuery(infoQuery).data;
  return (
    <EmptyState
      icon={<IconMessageQuestion size={44} stroke={1.2} />}
      title={t(hasChunks ? 'chat.empty_title' : 'chat.no_documents_title')}
    >
      <p>{t(hasChunks ? 'chat.empty_explain' : 'chat.no_documents_explain')}</p>
      {info && info.models.chat === null && <p>{t('chat.no_model')}</p>}
    </EmptyState>
  );
}

function Preparing() {
  const { t } = useI18n();
  const info = useQuery(infoQuery).data;
  if (info === undefined || info.models.embedder_ready) return null;
  return (
    <p className={classes.preparing} role="status">
      <Loader size={14} aria-hidden /> {t('chat.preparing')}
    </p>
  );
}

/** Says to a screen reader what is being done, and the answer once it is whole. */
function Announcer({ view }: { view: AnswerView | null }) {
  const { t } = useI18n();
  const said = view?.isRunning
    ? t(`chat.stage_${view.stage ?? 'searching'}`)
    : view && view.text !== ''
      ? `${t('chat.answer_ready')} ${view.text}`
      : '';
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  );
}
