import { memo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import { ProblemNotice } from '../../ui/problem-notice';
import { ResearchTicks } from '../research/research-ticks';
import { StoredResearch } from '../research/stored-research';
import { passageOfCitation } from '../viewer/passage';
import type { OpenPassage } from '../viewer/use-viewer';
import { AnswerText } from './answer-text';
import type { AnswerView } from './answer-view';
import { SourcesStrip } from './sources-strip';
import classes from './turn.module.css';
import { TurnFoot, type TurnFootProps } from './turn-foot';
import { isSearching, KindNote, StageLine, StopNote, Thinking, Warning } from './turn-notes';
import { QuestionEdit, TurnQuestion } from './turn-question';

interface TurnProps extends Omit<TurnFootProps, 'onEdit'> {
  view: AnswerView;
  /** Which turn of its thread it is, from 1, and how many the thread has; for those who listen. */
  place?: number;
  size?: number;
  isBusy: boolean;
  onOpen: OpenPassage;
  onAskAgain: (view: AnswerView) => void;
  /** Ask otherwise in its place; missing where nothing may be asked here. */
  onBranch?: ((view: AnswerView, question: string) => void) | undefined;
}

/** One question and its answer, with what the answer rests on. */
export const Turn = memo(function Turn(props: TurnProps) {
  const { view, place, size, isBusy, onOpen, onAskAgain, onBranch, ...foot } = props;
  const [isEditing, setEditing] = useState(false);
  const mayEdit = onBranch !== undefined && view.answerId !== null && !isBusy;
  return (
    <article
      className={classes.turn}
      aria-busy={view.isRunning}
      aria-posinset={place}
      aria-setsize={size}
    >
      {isEditing ? (
        <QuestionEdit
          question={view.question}
          onSend={(question) => {
            setEditing(false);
            onBranch?.(view, question);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <TurnQuestion question={view.question} />
      )}
      <TurnBody view={view} isBusy={isBusy} onOpen={onOpen} onAskAgain={onAskAgain} />
      {!view.isRunning && (
        <TurnFoot
          {...foot}
          view={view}
          isBusy={isBusy}
          onAskAgain={onAskAgain}
          onEdit={mayEdit ? () => setEditing(true) : undefined}
        />
      )}
    </article>
  );
});

type TurnBodyProps = Pick<TurnProps, 'view' | 'isBusy' | 'onOpen' | 'onAskAgain'>;

function TurnBody({ view, isBusy, onOpen, onAskAgain }: TurnBodyProps) {
  const models = useQuery(infoQuery).data?.models;
  // Until an answer is done only the server's set-up tells who writes it.
  const isExtractive = view.kind === 'extractive' || (view.kind === null && models?.chat === null);
  const failure = view.error && (
    <ProblemNotice error={view.error} onRetry={isBusy ? undefined : () => onAskAgain(view)} />
  );
  const openCitation = (index: number, from: HTMLElement) =>
    onOpen(view.citations.map(passageOfCitation), index, from);
  return (
    <>
      {/* Quotations in the place of a model's answer come with the reason before them. */}
      {isExtractive && failure}
      <KindNote view={view} />
      <Warning code={view.warning} />
      <Thinking view={view} />
      {view.text !== '' && view.kind !== 'not_found' && (
        <AnswerText
          text={view.text}
          citations={view.citations}
          isExtractive={isExtractive}
          isRunning={view.isRunning}
          onOpenCitation={openCitation}
        />
      )}
      {view.research && <ResearchTicks view={view.research} isRunning={isSearching(view)} />}
      <StageLine view={view} />
      <StopNote view={view} />
      {!isExtractive && failure}
      <SourcesStrip view={view} onOpen={onOpen} />
      {view.researchId && <StoredResearch runId={view.researchId} />}
    </>
  );
}
