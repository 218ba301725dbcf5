import { ActionIcon, Button, Popover, Textarea } from '@mantine/core';
import {
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useState } from 'react';

import type { Feedback } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './turn.module.css';
import type { Judgement } from './use-feedback';

const ICONS = {
  good: { off: IconThumbUp, on: IconThumbUpFilled },
  bad: { off: IconThumbDown, on: IconThumbDownFilled },
};
const VERDICTS = ['good', 'bad'] as const;

interface FeedbackButtonsProps {
  said: Feedback | null;
  onSay: (said: Judgement) => void;
}

/** Whether an answer helped, and why. A press keeps the verdict; the reason is asked for then. */
export function FeedbackButtons({ said, onSay }: FeedbackButtonsProps) {
  const { t } = useI18n();
  const [asking, setAsking] = useState<Feedback['verdict'] | null>(null);
  const press = (verdict: Feedback['verdict']) => {
    const isTakenBack = said?.verdict === verdict;
    onSay(isTakenBack ? null : { verdict, reason: '' });
    setAsking(isTakenBack ? null : verdict);
  };
  return VERDICTS.map((verdict) => (
    <Popover
      key={verdict}
      opened={asking === verdict}
      onChange={(opened) => !opened && setAsking(null)}
      position="top"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          className={classes.verdict}
          color="gray"
          title={t(`chat.feedback_${verdict}`)}
          aria-label={t(`chat.feedback_${verdict}`)}
          aria-pressed={said?.verdict === verdict}
          onClick={() => press(verdict)}
        >
          <VerdictIcon verdict={verdict} isSaid={said?.verdict === verdict} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <ReasonForm
          verdict={verdict}
          reason={said?.reason ?? ''}
          onKeep={(reason) => {
            if (reason !== '') onSay({ verdict, reason });
            setAsking(null);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  ));
}

function VerdictIcon({ verdict, isSaid }: { verdict: Feedback['verdict']; isSaid: boolean }) {
  const Icon = ICONS[verdict][isSaid ? 'on' : 'off'];
  return <Icon size={17} stroke={1.6} />;
}

interface ReasonFormProps {
  verdict: Feedback['verdict'];
  reason: string;
  onKeep: (reason: string) => void;
}

function ReasonForm({ verdict, reason, onKeep }: ReasonFormProps) {
  const { t } = useI18n();
  const [text, setText] = useState(reason);
  return (
    <form
      className={classes.reason}
      onSubmit={(event) => {
        event.preventDefault();
        onKeep(text.trim());
      }}
    >
      <Textarea
        label={t(`chat.reason_${verdict}`)}
        description={t('chat.reason_explain')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        data-autofocus
        value={text}
        attributes={{ input: { dir: directionOf(text) } }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-md">
        {t('chat.reason_keep')}
      </Button>
    </form>
  );
}
