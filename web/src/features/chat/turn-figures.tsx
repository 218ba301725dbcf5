import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import type { AnswerView } from './answer-view';
import classes from './turn.module.css';

/** What was sent against what the room holds, how long it took, and who wrote it. */
export function TurnFigures({ view }: { view: AnswerView }) {
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
