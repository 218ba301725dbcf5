import { ActionIcon, Switch, Textarea, useDirection } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import { ResearchOffer } from '../research/research-offer';
import classes from './question-box.module.css';
import { useDraft } from './use-draft';

const SHOW_COUNT_FROM_FRACTION = 0.8;

interface QuestionBoxProps {
  roomId: string;
  /** Whose draft is written; null: that of a new conversation. */
  threadId?: string | null;
  /** What was asked here before, oldest first: an arrow up in the empty box brings it back. */
  asked?: readonly string[];
  /** Where is searched, over the box. */
  scope?: ReactNode;
  isBusy: boolean;
  isStopping: boolean;
  onSend: (question: string) => void;
  /** Called once the person has seen what the research takes. */
  onResearch: (question: string) => void;
  onStop: () => void;
}

/** Where a question is written: Enter sends, Shift and Enter starts a new line. */
export function QuestionBox(props: QuestionBoxProps) {
  const { roomId, threadId = null, isBusy, isStopping, onSend, onResearch, onStop } = props;
  const { t } = useI18n();
  const { dir } = useDirection();
  const limit = useQuery(infoQuery).data?.question_limit_chars ?? Infinity;
  const [text, setText] = useDraft(roomId, threadId);
  const recall = useRecall(props.asked ?? [], setText);
  const [isDeep, setDeep] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const length = Array.from(text).length;
  const canSend = !isBusy && text.trim() !== '' && length <= limit;

  const send = () => {
    if (!canSend) return;
    if (isDeep) return setOffered(true);
    // First: what is sent is kept as a draft until it has arrived.
    setText('');
    onSend(text.trim());
  };
  const start = () => {
    setText('');
    onResearch(text.trim());
    setOffered(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (recall(event, text)) return;
    // Enter also ends a composition of an input method, and must not send then.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      {isOffered && (
        <ResearchOffer
          roomId={roomId}
          question={text.trim()}
          onStart={start}
          onCancel={() => setOffered(false)}
        />
      )}
      {props.scope}
      <div className={classes.box} data-question-box>
        <Textarea
          classNames={{ root: classes.root, input: classes.input }}
          variant="unstyled"
          aria-label={t('chat.question')}
          placeholder={t('chat.placeholder')}
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          attributes={{ input: { dir: directionOf(text, dir) } }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOffered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <QuestionLength length={length} limit={limit} />
        <Switch
          className={classes.deep}
          size="xs"
          label={t('research.switch')}
          checked={isDeep}
          onChange={(event) => {
            setDeep(event.currentTarget.checked);
            setOffered(false);
          }}
        />
        <SendOrStop
          isBusy={isBusy}
          isStopping={isStopping}
          canSend={canSend}
          onSend={send}
          onStop={onStop}
        />
      </div>
    </>
  );
}

/** Bring back earlier questions by the arrows while the box is empty or shows one of them. */
function useRecall(asked: readonly string[], show: (text: string) => void) {
  const place = useRef<number | null>(null);
  return ({ key, nativeEvent }: KeyboardEvent, text: string): boolean => {
    const shown = place.current === null ? undefined : asked[place.current];
    const isRecalled = shown !== undefined && text === shown;
    if (nativeEvent.isComposing || (text !== '' && !isRecalled)) return false;
    if (key !== 'ArrowUp' && !(key === 'ArrowDown' && isRecalled)) return false;
    const from = isRecalled ? (place.current ?? asked.length) : asked.length;
    const next = Math.max(from + (key === 'ArrowUp' ? -1 : 1), 0);
    place.current = next < asked.length ? next : null;
    show(asked[next] ?? '');
    return asked.length > 0;
  };
}

/** How long the question is, shown as the limit comes near. */
function QuestionLength({ length, limit }: { length: number; limit: number }) {
  const { t } = useI18n();
  if (length <= limit * SHOW_COUNT_FROM_FRACTION) return null;
  return (
    <span className={classes.count} data-over={length > limit || undefined} role="status">
      {length > limit
        ? t('chat.too_long', { length, limit, over: length - limit })
        : t('chat.limit', { length, limit })}
    </span>
  );
}

interface SendOrStopProps extends Pick<QuestionBoxProps, 'isBusy' | 'isStopping' | 'onStop'> {
  canSend: boolean;
  onSend: () => void;
}

function SendOrStop({ isBusy, isStopping, canSend, onSend, onStop }: SendOrStopProps) {
  const { t } = useI18n();
  if (isBusy) {
    return (
      <ActionIcon
        size="lg"
        radius="xl"
        variant="default"
        aria-label={t('chat.stop')}
        loading={isStopping}
        onClick={onStop}
      >
        <IconPlayerStopFilled size={16} />
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      size="lg"
      radius="xl"
      aria-label={t('chat.send')}
      disabled={!canSend}
      onClick={onSend}
    >
      <IconArrowUp size={19} />
    </ActionIcon>
  );
}
