import { Button, CopyButton, Loader } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle, IconQuote, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import type { Citation } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { KeptTogether } from '../../ui/kept-together';
import { ProblemNotice } from '../../ui/problem-notice';
import { passageOfCitation } from '../viewer/passage';
import type { OpenPassage } from '../viewer/use-viewer';
import { AnswerText } from './answer-text';
import type { AnswerView } from './answer-view';
import { textWithReferences } from './copy-answer';
import { SourcesStrip } from './sources-strip';
import classes from './turn.module.css';

interface TurnProps {
  view: AnswerView;
  isBusy: boolean;
  onOpen: OpenPassage;
  onAskAgain: () => void;
}

/** One question and its answer, with what the answer rests on. */
export function Turn({ view, isBusy, onOpen, onAskAgain }: TurnProps) {
  const models = useQuery(infoQuery).data?.models;
  // Until an answer is done only the server's set-up tells who writes it.
  const isExtractive = view.kind === 'extractive' || (view.kind === null && models?.chat === null);
  const openCitation = (index: number, from: HTMLElement) =>
    onOpen(view.citations.map(passageOfCitation), index, from);
  return (
    <article className={classes.turn} aria-busy={view.isRunning}>
      <Directed as="h2" className={classes.question} text={view.question}>
        <KeptTogether text={view.question} />
      </Directed>
      <KindNote view={view} />
      {view.text !== '' && view.kind !== 'not_found' && (
        <AnswerText
          text={view.text}
          citations={view.citations}
          isExtractive={isExtractive}
          isRunning={view.isRunning}
          onOpenCitation={openCitation}
        />
      )}
      <StageLine view={view} />
      <StopNote view={view} />
      {view.error && <ProblemNotice error={view.error} onRetry={isBusy ? undefined : onAskAgain} />}
      <SourcesStrip view={view} onOpen={onOpen} />
      {!view.isRunning && <TurnFoot view={view} isBusy={isBusy} onAskAgain={onAskAgain} />}
    </article>
  );
}

function KindNote({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  if (view.kind === 'extractive') {
    return (
      <p className={classes.note}>
        <IconQuote size={17} stroke={1.6} aria-hidden /> {t('chat.extractive')}
      </p>
    );
  }
  if (view.kind === 'not_found') {
    return (
      <div className={classes.note}>
        <IconInfoCircle size={17} stroke={1.6} aria-hidden />
        <div>
          <Directed>{view.text}</Directed>
          {view.alsoRead.length > 0 && <p>{t('chat.not_found')}</p>}
        </div>
      </div>
    );
  }
  return null;
}

function StageLine({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  if (!view.isRunning) return null;
  return (
    <p className={classes.stage}>
      <Loader size={14} type="dots" aria-hidden />
      {t(`chat.stage_${view.stage ?? 'searching'}`)}
    </p>
  );
}

function StopNote({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  if (view.stopReason === 'stopped') return <p className={classes.stage}>{t('chat.stopped')}</p>;
  if (view.stopReason === 'length') return <p className={classes.stage}>{t('chat.cut_off')}</p>;
  return null;
}

type TurnFootProps = Pick<TurnProps, 'view' | 'isBusy' | 'onAskAgain'>;

function TurnFoot({ view, isBusy, onAskAgain }: TurnFootProps) {
  const { t } = useI18n();
  return (
    <footer className={classes.foot}>
      <Figures view={view} />
      {view.text !== '' && <CopyAnswer view={view} />}
      {!view.error && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconRefresh size={15} aria-hidden />}
          disabled={isBusy}
          onClick={onAskAgain}
        >
          {t('chat.ask_again')}
        </Button>
      )}
    </footer>
  );
}

function Figures({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  if (view.prompt === null || view.prompt.sent_tokens === 0) return <span className={classes.gap} />;
  const { sent_tokens, room_tokens, passages_left_out } = view.prompt;
  const left = passages_left_out > 0 ? ` · ${t('chat.left_out', { count: passages_left_out })}` : '';
  return (
    <span className={classes.figures}>
      {t('chat.sent', { sent: sent_tokens, room: room_tokens })}
      {left}
      {view.totalSeconds !== null && ` · ${t('chat.seconds', { seconds: view.totalSeconds })}`}
      {view.model && (
        <>
          {' · '}
          <bdi className="kept">{view.model}</bdi>
        </>
      )}
    </span>
  );
}

function CopyAnswer({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  const sayReference = (citation: Citation) =>
    t('chat.reference', {
      name: citation.document_name,
      pages: citation.pages.map((page) => page.page_number).join('–') || '?',
      quote: citation.quote,
    });
  return (
    <CopyButton value={textWithReferences(view.text, view.citations, sayReference)}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'chat.copied' : 'chat.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
