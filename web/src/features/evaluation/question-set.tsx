import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { questionSetQuery } from '../../api/queries';
import type { RoomQuestion } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './evaluation.module.css';

interface QuestionSetProps {
  roomId: string;
  questions: readonly RoomQuestion[];
  canChange: boolean;
}

/** The room's questions with their right pages, and the two ways that more come in. */
export function QuestionSet({ roomId, questions, canChange }: QuestionSetProps) {
  const { t } = useI18n();
  const set = useQuestionSet(roomId);
  const { take, add, remove } = set;
  const error = take.error ?? add.error ?? remove.error;
  return (
    <section className={classes.section}>
      <h2>{t('evaluation.questions')}</h2>
      <p className={classes.facts}>
        {t('evaluation.question_count', {
          count: questions.length,
          unanswerable: questions.filter(({ answerable }) => !answerable).length,
        })}
      </p>
      <p>{t('evaluation.explain')}</p>
      {canChange && (
        <div className={classes.buttons}>
          {(['take', 'take_praised'] as const).map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-md"
              loading={take.isPending && take.variables === (name === 'take_praised')}
              onClick={() => take.mutate(name === 'take_praised')}
            >
              {t(`evaluation.${name}`)}
            </Button>
          ))}
          <FileButton accept=".jsonl,.json,.txt" onChange={(file) => file && add.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" size="compact-md" loading={add.isPending}>
                {t('evaluation.import')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
      <div role="status">
        {take.data && <p>{t('evaluation.taken', { ...take.data })}</p>}
        {add.data && <p>{t('evaluation.imported', { ...add.data })}</p>}
      </div>
      {error !== null && <ProblemNotice error={error} />}
      {questions.length > 0 && (
        <details>
          <summary>{t('evaluation.show_questions')}</summary>
          <ul className={classes.questions}>
            {questions.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                onDelete={canChange ? () => remove.mutate(question.id) : null}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface QuestionRowProps {
  question: RoomQuestion;
  /** Null: whoever looks may not. */
  onDelete: (() => void) | null;
}

function QuestionRow({ question, onDelete }: QuestionRowProps) {
  const { t } = useI18n();
  return (
    <li className={classes.question}>
      <div>
        <Directed as="div">{question.text}</Directed>
        <p className={classes.facts}>
          {!question.answerable && t('evaluation.unanswerable')}
          {question.right.map(({ document_id, document_name, pages }) => (
            <span key={document_id} className={classes.right}>
              <Name>{document_name}</Name>{' '}
              {t('documents.pages', { pages: pages.join(', '), count: pages.length })}
            </span>
          ))}
        </p>
      </div>
      {onDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('evaluation.delete', { question: question.text })}
          onClick={onDelete}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

/** What changes the set; each reads it anew. */
function useQuestionSet(roomId: string) {
  const queries = useQueryClient();
  const path = { room_id: roomId };
  const onSuccess = () => queries.invalidateQueries({ queryKey: questionSetQuery(roomId).queryKey });
  const take = useMutation({
    mutationFn: (praised: boolean) =>
      bodyOf(
        api.POST('/api/rooms/{room_id}/evaluation/questions/take', {
          params: { path },
          body: { answer_ids: null, praised },
        }),
      ),
    onSuccess,
  });
  const add = useMutation({
    mutationFn: async (file: File) =>
      bodyOf(
        api.POST('/api/rooms/{room_id}/evaluation/questions/import', {
          params: { path },
          body: { jsonl: await file.text(), name: file.name },
        }),
      ),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      done(
        api.DELETE('/api/rooms/{room_id}/evaluation/questions/{question_id}', {
          params: { path: { ...path, question_id: id } },
        }),
      ),
    onSuccess,
  });
  return { take, add, remove };
}
