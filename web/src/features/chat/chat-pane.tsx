import { Loader } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { infoQuery, meQuery } from '../../api/queries';
import type { Room, Thread, ThreadDetail } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { ThreadBar } from '../threads/thread-bar';
import { isOwnThread } from '../threads/thread-list';
import { UnfinishedResearch } from '../research/unfinished-research';
import type { OpenPassage } from '../viewer/use-viewer';
import type { AnswerView } from './answer-view';
import classes from './chat-pane.module.css';
import { QuestionBox } from './question-box';
import { ScopeChip } from './scope-chip';
import { Suggestions } from './suggestions';
import { Turn } from './turn';
import { TurnList } from './turn-list';
import { sayStage } from './turn-notes';
import type { Chat } from './use-chat';
import { useChatKeys } from './use-chat-keys';

interface ChatPaneProps {
  room: Room;
  chat: Chat;
  threadId: string | null;
  onOpen: OpenPassage;
}

/** The conversation: earlier answers, the one coming in, and the box for the next question. */
export function ChatPane(props: ChatPaneProps) {
  const { room, chat, threadId } = props;
  const pane = useRef<HTMLDivElement>(null);
  useChatKeys(pane, chat);
  const me = useQuery(meQuery).data;
  const thread = threadId === null ? undefined : chat.thread.data;
  const isOwn = thread === undefined || isOwnThread(thread, me);
  const canAsk = isOwn && room.rights.includes('ask') && room.archived_at == null;
  return (
    <div className={classes.pane} ref={pane}>
      <div className={classes.head}>
        <ThreadBar
          roomId={room.id}
          thread={thread}
          isOwn={isOwn}
          actions={chat.actions}
          onOpen={chat.open}
        />
      </div>
      {chat.views.length > 0 ? (
        <Conversation key={threadId} {...props} canAsk={canAsk} isOwn={isOwn} />
      ) : (
        <div className={classes.scroller} tabIndex={0}>
          <div className={classes.column}>
            <NoTurns {...props} canAsk={canAsk} />
          </div>
        </div>
      )}
      <div className={classes.ask}>
        <div className={classes.column}>
          <Preparing />
          <UnfinishedResearch
            roomId={room.id}
            followedId={chat.runId}
            onResume={(run) => void chat.resume(run)}
            onOpenThread={chat.open}
          />
          {canAsk ? (
            <QuestionBox
              roomId={room.id}
              threadId={threadId}
              asked={chat.views.map(({ question }) => question)}
              scope={<ScopeChip roomId={room.id} scope={chat.scope} />}
              isBusy={chat.isBusy}
              isStopping={chat.isStopping}
              onSend={(question) => void chat.send(question)}
              onResearch={(question) => void chat.sendDeep(question)}
              onStop={chat.stop}
            />
          ) : (
            <ReadOnly isOwn={isOwn} isArchived={room.archived_at != null} />
          )}
        </div>
      </div>
      <Announcer view={chat.incoming} />
    </div>
  );
}

/** Why there is no box for a question; nothing where the person's role says it already. */
function ReadOnly({ isOwn, isArchived }: { isOwn: boolean; isArchived: boolean }) {
  const { t } = useI18n();
  if (isOwn && !isArchived) return null;
  return (
    <p className={classes.preparing}>{t(isArchived ? 'rooms.archive_explain' : 'chat.shared_reading')}</p>
  );
}

interface ConversationProps extends ChatPaneProps {
  canAsk: boolean;
  isOwn: boolean;
}

function Conversation({ chat, threadId, onOpen, canAsk, isOwn }: ConversationProps) {
  const { thread, views, send, sendDeep, branch } = chat;
  const askAgain = useCallback(
    (view: AnswerView) => void (isDeep(view) ? sendDeep : send)(view.question),
    [send, sendDeep],
  );
  const askOtherwise = useCallback(
    (view: AnswerView, question: string) => void branch(view.answerId ?? '', question, isDeep(view)),
    [branch],
  );
  const known = threadId === null ? undefined : thread.data;
  return (
    <TurnList views={views} earlier={chat.earlier}>
      {(view, { place, size }) => (
        <Turn
          view={view}
          place={place}
          size={size}
          isBusy={chat.isBusy || !canAsk}
          onOpen={onOpen}
          onAskAgain={askAgain}
          onBranch={canAsk ? askOtherwise : undefined}
          feedback={known?.feedback.find(({ answer_id }) => answer_id === view.answerId)}
          onJudge={isOwn ? chat.judge : undefined}
          branches={branchesAt(known, view)}
          onOpenThread={chat.open}
        />
      )}
    </TurnList>
  );
}

/** What stands where there is no turn to show: not yet, not to be had, or none asked. */
function NoTurns({ room, chat, threadId, canAsk }: ChatPaneProps & { canAsk: boolean }) {
  const { t } = useI18n();
  const { thread, send } = chat;
  if (threadId !== null && thread.isPending) return <Loader aria-label={t('common.loading')} />;
  if (threadId !== null && thread.isError) {
    return <ProblemNotice error={thread.error} onRetry={() => void thread.refetch()} />;
  }
  return <Invitation room={room} canAsk={canAsk} onAsk={(question) => void send(question)} />;
}

const NO_BRANCHES: readonly Thread[] = [];

/** The threads that go on otherwise in the place of an answer. */
function branchesAt(thread: ThreadDetail | undefined, { answerId }: AnswerView): readonly Thread[] {
  const found = thread?.branches.filter(({ branched_before }) => branched_before === answerId) ?? [];
  return found.length > 0 ? found : NO_BRANCHES;
}

function isDeep({ research, researchId }: AnswerView): boolean {
  return research !== null || researchId !== null;
}

interface InvitationProps {
  room: Room;
  canAsk?: boolean;
  onAsk: (question: string) => void;
}

/** What an empty conversation offers. */
export function Invitation({ room, canAsk = true, onAsk }: InvitationProps) {
  const { t } = useI18n();
  const info = useQuery(infoQuery).data;
  const hasChunks = room.figures.chunks > 0;
  return (
    <EmptyState
      icon={<IconMessageQuestion size={44} stroke={1.2} />}
      title={t(hasChunks ? 'chat.empty_title' : 'chat.no_documents_title')}
      actions={hasChunks && canAsk && <Suggestions room={room} onAsk={onAsk} />}
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
    ? sayStage(t, view)
    : view && view.text !== ''
      ? `${t('chat.answer_ready')} ${view.text}`
      : '';
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  );
}
