import type { Lane } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import classes from './record.module.css';
import { placeLanes } from './record-figures';

interface TimelineProps {
  lanes: readonly Lane[];
  /** Of the whole answer; 0 where the lanes are all there is. */
  totalMs: number;
}

/** Stages as bars on one line of time, which runs as the page reads, each with its milliseconds. */
export function Timeline({ lanes, totalMs }: TimelineProps) {
  const { t } = useI18n();
  return (
    <>
      <ol className={classes.lanes}>
        {placeLanes(lanes, totalMs).map((lane, place) => (
          <li key={place} className={classes.lane}>
            <LaneName name={lane.name} />
            <span className={classes.track} aria-hidden>
              <span
                style={{
                  marginInlineStart: `${lane.from * 100}%`,
                  inlineSize: `${lane.width * 100}%`,
                }}
              />
            </span>
            <span className={classes.ms}>{t('record.ms', { ms: lane.ms })}</span>
          </li>
        ))}
      </ol>
      {totalMs > 0 && <p className={classes.facts}>{t('record.total', { ms: totalMs })}</p>}
    </>
  );
}

function LaneName({ name }: { name: string }) {
  const { t } = useI18n();
  const key = `record.lane_${name}`;
  return isMessageKey(key) ? <span>{t(key)}</span> : <bdi>{name}</bdi>;
}
