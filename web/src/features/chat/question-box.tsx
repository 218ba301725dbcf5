import { ActionIcon, Textarea, useDirection } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';

import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './question-box.module.css';

const SHOW_COUNT_FROM_FRACTION = 0.8;

interface QuestionBoxProps {
  isBusy: boolean;
  isStopping: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** Where a question is written: Enter sends, Shift and Enter starts a new line. */
export function QuestionBox({ isBusy, isStopping, onSend, onStop }: QuestionBoxProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const limit = useQuery(infoQuery).data?.question_limit_chars ?? Infinity;
  const [text, setText] = useState('');
  const length = Array.from(text).length;
  const canSend = !isBusy && text.trim() !== '' && length <= limit;

  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a composition of an input method, and must not send then.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.box}>
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
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {length > limit * SHOW_COUNT_FROM_FRACTION && (
        <span className={classes.count} data-over={length > limit || undefined} role="status">
          {t('chat.limit', { length, limit })}
        </span>
      )}
      <SendOrStop
        isBusy={isBusy}
        isStopping={isStopping}
        canSend={canSend}
        onSend={send}
        onStop={onStop}
      />
    </div>
  );
}

interface SendOrStopProps extends Omit<QuestionBoxProps, 'onSend'> {
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
