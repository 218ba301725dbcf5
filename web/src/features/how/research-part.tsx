import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { researchesQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { StoredTicks } from '../research/stored-research';
import classes from './how.module.css';
import { Part, Step } from './step';

/** What deep research adds, on the newest one of the room. */
export function ResearchPart({ room }: { room: Room }) {
  const { t } = useI18n();
  const runs = useQuery(researchesQuery(room.id)).data ?? [];
  const newest = runs.find(({ state }) => state === 'answered');
  return (
    <Part title={t('how.research')} lead={t('how.research_lead')}>
      <Step number={11} title={t('how.split')} words={t('how.split_words')}>
        {newest ? (
          <>
            <Directed className={classes.asked}>{newest.question}</Directed>
            <StoredTicks runId={newest.id} />
          </>
        ) : (
          <p className={classes.facts}>
            {t('how.no_research')} <Link to="/rooms/$roomId" params={{ roomId: room.id }}>{t('how.to_room')}</Link>
          </p>
        )}
      </Step>
      <Step number={12} title={t('how.hybrid')} words={t('how.hybrid_words')}>
        <p className={classes.product} dir="ltr">
          RRF(d) = Σ 1 / (60 + rank(d))
        </p>
      </Step>
      <Step number={13} title={t('how.grade')} words={t('how.grade_words')} />
      <Step number={14} title={t('how.again')} words={t('how.again_words')} />
    </Part>
  );
}
