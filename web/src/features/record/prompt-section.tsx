import type { PromptSegment, RecordedPrompt } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import classes from './record.module.css';
import { inGroups, sentFraction } from './record-figures';

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
        {inGroups(prompt.segments).map((group, place) => (
          <Group key={place} group={group} />
        ))}
      </ol>
    </section>
  );
}

/** Segments of one kind that follow one another, behind one press where there are several. */
function Group({ group }: { group: readonly PromptSegment[] }) {
  const { t } = useI18n();
  const [first] = group;
  if (first === undefined) return null;
  if (group.length === 1) return <Segment segment={first} />;
  const tokens = group.reduce((sum, segment) => sum + segment.tokens, 0);
  const held = group.reduce((sum, segment) => sum + segment.refs.length, 0);
  return (
    <li>
      <details>
        <summary className={classes.segment}>
          <span>{t(`record.segment_${first.kind}`)}</span>
          <span className={classes.facts}>
            {t('record.segment_tokens', { tokens })}
            {held > 0 && ` · ${t('record.holds', { count: held })}`}
          </span>
        </summary>
        <ol className={classes.inside}>
          {group.map((segment, place) => (
            <Segment key={place} segment={segment} />
          ))}
        </ol>
      </details>
    </li>
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
