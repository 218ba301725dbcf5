import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlugConnectedX, IconQuote } from '@tabler/icons-react';

import { useI18n } from '../../i18n/i18n-provider';
import type { Translate } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { sayProblem } from '../../ui/problem-words';
import type { AnswerView } from './answer-view';
import classes from './turn.module.css';

interface NoteProps {
  view: AnswerView;
}

/** That no model wrote the answer, or that there is none. */
export function KindNote({ view }: NoteProps) {
  const { t } = useI18n();
  if (view.kind === 'extractive') {
    return (
      <p className={classes.note}>
        <IconQuote size={17} stroke={1.6} aria-hidden />{' '}
        {t(view.error ? 'chat.extractive_instead' : 'chat.extractive')}
      </p>
    );
  }
  if (view.kind !== 'not_found') return null;
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

/** What must be known of an answer that is whole. */
export function Warning({ code }: { code: string | null }) {
  const { t } = useI18n();
  if (code === null) return null;
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle size={17} stroke={1.6} aria-hidden /> {sayProblem(t, code) ?? code}
    </p>
  );
}

/** What the model thinks before it writes: folded, for whoever wants to look. */
export function Thinking({ view }: NoteProps) {
  const { t } = useI18n();
  if (view.thinking === '') return null;
  const isThinking = view.isRunning && view.stage === 'thinking';
  return (
    <details className={classes.thinking}>
      <summary>{t(isThinking ? 'chat.thinking' : 'chat.thought')}</summary>
      <Directed className={classes.thoughts}>{view.thinking}</Directed>
    </details>
  );
}

/** What is being done now, in words. */
export function StageLine({ view }: NoteProps) {
  const { t } = useI18n();
  if (!view.isRunning) return null;
  if (view.isLost) {
    return (
      <p className={classes.stage} role="status">
        <IconPlugConnectedX size={16} stroke={1.6} aria-hidden /> {t('chat.reconnecting')}
      </p>
    );
  }
  // Until it writes, a research says by its aspects what is being done.
  if (isSearching(view)) return null;
  return (
    <p className={classes.stage}>
      <Loader size={14} type="dots" aria-hidden /> {sayStage(t, view)}
    </p>
  );
}

/** The stage of an answer in words, with how many passages are read. */
export function sayStage(t: Translate, { stage, cited, alsoRead }: AnswerView): string {
  const count = cited.length + alsoRead.length;
  if (stage === 'reading' && count > 0) return t('chat.stage_reading_count', { count });
  return t(`chat.stage_${stage ?? 'searching'}`);
}

/** Whether a research still looks for passages, and nothing of its answer is written yet. */
export function isSearching({ research, isRunning, stage }: AnswerView): boolean {
  return research !== null && isRunning && stage === null;
}

/** That an answer ended before its end. */
export function StopNote({ view }: NoteProps) {
  const { t } = useI18n();
  // The warning says it of a research, whose answer is written all the same.
  if (view.warning === 'research.stopped') return null;
  if (view.stopReason === 'stopped') return <p className={classes.stage}>{t('chat.stopped')}</p>;
  if (view.stopReason === 'length') return <p className={classes.stage}>{t('chat.cut_off')}</p>;
  return null;
}
