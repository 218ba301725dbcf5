import type { PromptSegment, RecordedPrompt } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import classes from './record.module.css';
import { sentFraction } from './record-figures';

/** The prompt as it was sent, segment by segment, against what the room holds. */
export function PromptSection({ prompt }: { prompt: RecordedPrompt }) {
  const { t } = useI18n();
  const fraction = sentFraction(prompt.tokens, prompt.room_tokens);
  return (
    <section className={classes.section}>
      <h2>{t('record.prompt')}</h2>
      <p>
        {t(prompt.sent ? 'chat.sent' : 'chat.not_sent', {
          sent: prompt.tokens,
          room: prompt.room_tokens,
        })}
        {prompt.sent && ` (${t('record.share_of_room', { fraction })})`}
      </p>
      <div className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${fraction * 100}%` }} />
      </div>
      <p className={classes.facts}>
        {t('record.budget', {
          budget: prompt.budget_tokens,
          sent: prompt.passages_sent,
          left: prompt.passages_left_out,
        })}
      </p>
      <ol className={classes.segments}>
        {prompt.segments.map((segment, place) => (
          <Segment key={place} segment={segment} />
        ))}
      </ol>
    </section>
  );
}

function Segment({ segment }: { segment: PromptSegment }) {
  const { t } = useI18n();
  const head = (
    <>
      <span>{t(`record.segment_${segment.kind}`)}</span>
      <span className={classes.facts}>
        {t('record.segment_tokens', { tokens: segment.tokens })}
        {segment.refs.length > 0 && ` · ${t('record.holds', { count: segment.refs.length })}`}
        {segment.state !== 'kept' && ` · ${t(`record.state_${segment.state}`)}`}
      </span>
    </>
  );
  if (segment.text === '') return <li className={classes.segment}>{head}</li>;
  return (
    <li>
      <details>
        <summary className={classes.segment}>{head}</summary>
        <Directed as="div" className={classes.text}>
          {segment.text}
        </Directed>
      </details>
    </li>
  );
}
