import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { isClosed } from '../../api/problem';
import { evaluationsQuery, questionSetQuery } from '../../api/queries';
import { roomVectorsQuery } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { HeaderSlot } from '../../ui/header-slot';
import { ProblemNotice } from '../../ui/problem-notice';
import { NoRoom } from '../rooms/no-room';
import { mayWrite } from '../rooms/rooms-view';
import { useRoom } from '../rooms/use-room';
import { RoomVectorsRow } from '../settings/room-vectors-row';
import { Comparison } from './comparison';
import classes from './evaluation.module.css';
import { QuestionSet } from './question-set';
import { RunFigures } from './run-figures';
import { RunStarter } from './run-starter';

/** How well a room's search finds the right pages: its questions, runs over them, two compared. */
export function EvaluationPage({ roomId }: { roomId: string }) {
  const { t } = useI18n();
  const room = useRoom(roomId);
  const questions = useQuery(questionSetQuery(roomId));
  const runs = useQuery(evaluationsQuery(roomId));
  // The figures are of the vectors that are searched now: others that grow beside are told of.
  const isGrowing = typeof useQuery(roomVectorsQuery(roomId)).data?.growing === 'string';
  const canChange = room.data !== undefined && mayWrite(room.data);
  useDocumentTitle(`${t('evaluation.title')} · ${t('shell.name')}`);
  const failed = [room, questions, runs].find((each) => each.isError);
  if (isClosed(room.error)) {
    return <NoRoom error={room.error} onRetry={() => void room.refetch()} />;
  }
  return (
    <div className={classes.page}>
      <HeaderSlot>
        <h1 className={classes.title}>
          {t('evaluation.of_room', { name: room.data?.name ?? '…' })}
        </h1>
      </HeaderSlot>
      <Button
        component={Link}
        to={`/rooms/${roomId}`}
        className={classes.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
      >
        {t('evaluation.to_room')}
      </Button>
      {failed && <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {isGrowing && room.data && (
        <ul className={classes.vectors} aria-label={t('evaluation.growing')}>
          <RoomVectorsRow room={room.data} />
        </ul>
      )}
      {questions.data && (
        <QuestionSet roomId={roomId} questions={questions.data} canChange={canChange} />
      )}
      {canChange && <RunStarter roomId={roomId} canStart={(questions.data?.length ?? 0) > 0} />}
      {runs.data && <RunFigures runs={runs.data} />}
      {runs.data && runs.data.length > 1 && <Comparison roomId={roomId} runs={runs.data} />}
    </div>
  );
}
