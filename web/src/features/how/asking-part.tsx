import { Button, TextInput, useDirection } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { infoQuery, recordQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import { Directed } from '../../ui/directed';
import { ProblemNotice } from '../../ui/problem-notice';
import { SampleQuestions } from '../chat/sample-questions';
import { AnswerSteps } from './answer-steps';
import classes from './how.module.css';
import type { Run } from './run-state';
import { Part, Step } from './step';
import { useRun } from './use-run';

interface AskingPartProps {
  room: Room;
  answerId: string | null;
  onAnswer: (answerId: string, roomId: string) => void;
}

/** What happens at each question: a real run, on a question of the reader's own. */
export function AskingPart({ room, answerId, onAnswer }: AskingPartProps) {
  const { t } = useI18n();
  const { run, begin } = useRun(onAnswer);
  const record = useQuery({ ...recordQuery(answerId ?? ''), enabled: answerId !== null });
  const mayAsk = room.rights.includes('ask');
  return (
    <Part title={t('how.asking')} lead={t('how.asking_lead')}>
      <Step number={6} title={t('how.question')} words={t('how.question_words')}>
        {mayAsk ? (
          <QuestionForm room={room} isRunning={run?.isRunning ?? false} onAsk={begin} />
        ) : (
          <p className={classes.facts}>{t('how.may_not_ask')}</p>
        )}
        {run && <Running run={run} />}
        {record.isError && (
          <ProblemNotice error={record.error} onRetry={() => void record.refetch()} />
        )}
      </Step>
      <AnswerSteps record={answerId === null ? null : (record.data ?? null)} />
    </Part>
  );
}

interface QuestionFormProps {
  room: Room;
  isRunning: boolean;
  onAsk: (roomId: string, question: string) => Promise<void>;
}

function QuestionForm({ room, isRunning, onAsk }: QuestionFormProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const info = useQuery(infoQuery).data;
  const [question, setQuestion] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') void onAsk(room.id, question.trim());
  };
  return (
    <>
      <form className={classes.ask} onSubmit={submit}>
        <TextInput
          aria-label={t('chat.question')}
          placeholder={t('how.placeholder')}
          value={question}
          maxLength={info?.question_limit_chars}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          attributes={{ input: { dir: directionOf(question, dir) } }}
        />
        <Button type="submit" loading={isRunning} disabled={question.trim() === ''}>
          {t('how.run')}
        </Button>
      </form>
      {info?.sample_room === room.name && !isRunning && (
        <SampleQuestions onAsk={(text) => void onAsk(room.id, text)} />
      )}
      <p className={classes.facts}>{t('how.run_explain')}</p>
    </>
  );
}

function Running({ run }: { run: Run }) {
  const { t } = useI18n();
  if (run.error) return <ProblemNotice error={run.error} />;
  if (!run.isRunning) return null;
  return (
    <div role="status" className={classes.running}>
      <Directed className={classes.asked}>{run.question}</Directed>
      <span className={classes.facts}>{t(`chat.stage_${run.stage ?? 'searching'}`)}</span>
      {run.text !== '' && <Directed className={classes.answer}>{run.text}</Directed>}
    </div>
  );
}
