import { Loader } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { infoQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { UnfinishedResearch } from '../research/unfinished-research';
import type { OpenPassage } from '../viewer/use-viewer';
import type { AnswerView } from './answer-view';
import classes from './chat-pane.module.css';
import { QuestionBox } from './question-box';
import { SampleQuestions } from './sample-questions';
import { ThreadMenu } from './thread-menu';
import { Turn } from './turn';
import type { Chat } from './use-chat';
import { useNewestInSight } from './use-newest-in-sight';

interface ChatPaneProps {
  room: Room;
  chat: Chat;
  threadId: string | null;
  onOpen: OpenPassage;
}

/** The conversation: earlier answers, the one coming in, and the box for the next question. */
export function ChatPane(props: ChatPaneProps) {
  const { room, chat, threadId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useNewestInSight(scroller, `${threadId}/${chat.views.length}`);
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <ThreadMenu chat={chat} threadId={threadId} />
      </div>
      <div className={classes.scroller} ref={scroller} tabIndex={0}>
        <div className={classes.turns}>
          <Conversation {...props} />
        </div>
      </div>
      <div className={classes.ask}>
        <div className={classes.column}>
          <Preparing />
          <UnfinishedResearch
            roomId={room.id}
            followedId={chat.runId}
            onResume={(run) => void chat.resume(run)}
            onOpenThread={chat.open}
          />
          <QuestionBox
            roomId={room.id}
            isBusy={chat.isBusy}
            isStopping={chat.isStopping}
            onSend={(question) => void chat.send(question)}
            onResearch={(question) => void chat.sendDeep(question)}
            onStop={chat.stop}
          />
        </div>
      </div>
      <Announcer view={chat.incoming} />
    </div>
  );
}

function Conversation({ room, chat, threadId, onOpen }: ChatPaneProps) {
  const { t } = useI18n();
  const { thread, views } = chat;
  if (threadId !== null && thread.isPending && views.length === 0) {
    return <Loader aria-label={t('common.loading')} />;
  }
  if (threadId !== null && thread.isError && views.length === 0) {
    return <ProblemNotice error={thread.error} onRetry={() => void thread.refetch()} />;
  }
  const ask = (question: string) => void chat.send(question);
  if (views.length === 0) return <Invitation room={room} onAsk={ask} />;
  return views.map((view) => (
    <Turn
      key={view.key}
      view={view}
      isBusy={chat.isBusy}
      onOpen={onOpen}
      onAskAgain={() => void (isDeep(view) ? chat.sendDeep : chat.send)(view.question)}
    />
  ));
}

function isDeep({ research, researchId }: AnswerView): boolean {
  return research !== null || researchId !== null;
}

interface InvitationProps {
  room: Room;
  onAsk: (question: string) => void;
}

/** What an empty conversation offers; the questions are known of the sample alone. */
export function Invitation({ room, onAsk }: InvitationProps) {
  const { t } = useI18n();
  const info = useQuery(infoQuery).data;
  const hasChunks = room.figures.chunks > 0;
  const isSample = room.name === info?.sample_room;
  return (
    <EmptyState
      icon={<IconMessageQuestion size={44} stroke={1.2} />}
      title={t(hasChunks ? 'chat.empty_title' : 'chat.no_documents_title')}
      actions={hasChunks && isSample && <SampleQuestions onAsk={onAsk} />}
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
