import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { directionOf } from '../../ui/direction';
import { KeptTogether } from '../../ui/kept-together';
import classes from './turn.module.css';

/** A question as it was asked. */
export function TurnQuestion({ question }: { question: string }) {
  return (
    <Directed as="h2" className={classes.question} text={question}>
      <KeptTogether text={question} />
    </Directed>
  );
}

interface QuestionEditProps {
  question: string;
  onSend: (question: string) => void;
  onCancel: () => void;
}

/** Ask a question otherwise: the conversation goes on from it in a branch, and this one stays. */
export function QuestionEdit({ question, onSend, onCancel }: QuestionEditProps) {
  const { t } = useI18n();
  const [text, setText] = useState(question);
  const isChanged = text.trim() !== '' && text.trim() !== question;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isChanged) onSend(text.trim());
  };
  return (
    <div className={classes.edit}>
      <Textarea
        aria-label={t('chat.edit_question')}
        autosize
        maxRows={8}
        value={text}
        data-autofocus
        autoFocus
        attributes={{ input: { dir: directionOf(text) } }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.editFoot}>
        <p className={classes.remark}>{t('chat.edit_explain')}</p>
        <Button variant="default" size="compact-md" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="compact-md" disabled={!isChanged} onClick={() => onSend(text.trim())}>
          {t('chat.edit_send')}
        </Button>
      </div>
    </div>
  );
}
