import { Button, CopyButton, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconInfoCircle,
  IconMicroscope,
  IconQuote,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import type { Citation } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { KeptTogether } from '../../ui/kept-together';
import { ProblemNotice } from '../../ui/problem-notice';
import { sayProblem } from '../../ui/problem-words';
import { recordAddress } from '../record/record-address';
import { ResearchTicks } from '../research/research-ticks';
import { StoredResearch } from '../research/stored-research';
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
  const failure = view.error && (
    <ProblemNotice error={view.error} onRetry={isBusy ? undefined : onAskAgain} />
  );
  const openCitation = (index: number, from: HTMLElement) =>
    onOpen(view.citations.map(passageOfCitation), index, from);
  return (
    <article className={classes.turn} aria-busy={view.isRunning}>
      <Directed as="h2" className={classes.question} text={view.question}>
        <KeptTogether text={view.question} />
      </Directed>
      {/* Quotations in the place of a model's answer come with the reason before them. */}
      {isExtractive && failure}
      <KindNote view={view} />
      <Warning code={view.warning} />
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
      {!view.isRunning && <TurnFoot view={view} isBusy={isBusy} onAskAgain={onAskAgain} />}
    </article>
  );
}

function KindNote({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  if (view.kind === 'extractive') {
    return (
      <p className={classes.note}>
        <IconQuote size={17} stroke={1.6} aria-hidden />{' '}
        {t(view.error ? 'chat.extractive_instead' : 'chat.extractive')}
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

function Warning({ code }: { code: string | null }) {
  const { t } = useI18n();
  if (code === null) return null;
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle size={17} stroke={1.6} aria-hidden /> {sayProblem(t, code) ?? code}
    </p>
  );
}

function StageLine({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  // Until it writes, a research says by its aspects what is being done.
  if (!view.isRunning || isSearching(view)) return null;
  return (
    <p className={classes.stage}>
      <Loader size={14} type="dots" aria-hidden />
      {t(`chat.stage_${view.stage ?? 'searching'}`)}
    </p>
  );
}

/** Whether a research still looks for passages, and nothing of its answer is written yet. */
function isSearching({ research, isRunning, stage }: AnswerView): boolean {
  return research !== null && isRunning && stage === null;
}

function StopNote({ view }: { view: AnswerView }) {
  const { t } = useI18n();
  // The warning says it of a research, whose answer is written all the same.
  if (view.warning === 'research.stopped') return null;
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
      {view.answerId !== null && (
        <Button
          component="a"
          href={recordAddress(view.answerId)}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconMicroscope size={15} aria-hidden />}
        >
          {t('record.open')}
        </Button>
      )}
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
  const leftOut = view.model === null ? 0 : passages_left_out;
  return (
    <span className={classes.figures}>
      {t(sendingOf(view), { sent: sent_tokens, room: room_tokens })}
      {leftOut > 0 && ` · ${t('chat.left_out', { count: leftOut })}`}
      {view.totalSeconds !== null && (
        <>
          {' · '}
          <span className="kept">{t('chat.seconds', { seconds: view.totalSeconds })}</span>
        </>
      )}
      {view.model && (
        <>
          {' · '}
          <bdi className="kept">{view.model}</bdi>
        </>
      )}
    </span>
  );
}

/** Whether the prompt went to a model, was to go to one that failed, or went to nobody. */
function sendingOf({ model, error }: AnswerView): MessageKey {
  if (model !== null) return 'chat.sent';
  return error ? 'chat.sent_in_vain' : 'chat.not_sent';
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
