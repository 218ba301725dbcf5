import { Loader } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import classes from './research.module.css';
import type { Aspect, AspectStanding, ResearchView } from './research-state';
import { saySpent } from './research-words';

const STANDING_WORDS: Record<AspectStanding, MessageKey> = {
  open: 'research.aspect_open',
  searched: 'research.aspect_searched',
  graded: 'research.aspect_graded',
  covered: 'research.aspect_covered',
  missing: 'research.aspect_missing',
};

interface ResearchTicksProps {
  view: ResearchView;
  isRunning: boolean;
}

/** The plan of a research with a tick at each aspect that is answered, and what it took. */
export function ResearchTicks({ view, isRunning }: ResearchTicksProps) {
  const { t } = useI18n();
  return (
    <section className={classes.research} aria-label={t('research.course')}>
      {view.aspects.length === 0 && <p className={classes.remark}>{t('research.planning')}</p>}
      {view.madeBy === 'rules' && <p className={classes.remark}>{t('research.by_rules')}</p>}
      <ol className={classes.aspects}>
        {view.aspects.map((aspect, place) => (
          <AspectRow key={place} aspect={aspect} isRunning={isRunning} />
        ))}
      </ol>
      <Spent view={view} isRunning={isRunning} />
      {view.halted && <p className={classes.remark}>{t(`research.halted_${view.halted}`)}</p>}
      {view.isPaused && <p className={classes.remark}>{t('research.paused')}</p>}
    </section>
  );
}

function AspectRow({ aspect, isRunning }: { aspect: Aspect; isRunning: boolean }) {
  const { t } = useI18n();
  const { standing, passages, relevant, missing, query } = aspect;
  return (
    <li className={classes.aspect} data-standing={standing}>
      <StandingIcon standing={standing} isRunning={isRunning} />
      <div>
        <Directed as="div" className={classes.words}>
          {aspect.text}
        </Directed>
        <p className={classes.facts}>
          {t(STANDING_WORDS[standing])}
          {passages.length > 0 && ` · ${t('research.passages', { count: passages.length })}`}
          {relevant !== null && ` · ${t('research.relevant', { count: relevant })}`}
        </p>
        {query && <p className={classes.facts}>{t('research.searched_again', { query })}</p>}
        {standing === 'missing' && missing && (
          <Directed className={classes.facts}>{missing}</Directed>
        )}
      </div>
    </li>
  );
}

function StandingIcon({ standing, isRunning }: Pick<Aspect, 'standing'> & { isRunning: boolean }) {
  if (standing === 'covered') return <IconCheck size={18} aria-hidden className={classes.covered} />;
  if (standing === 'missing') return <IconX size={18} aria-hidden className={classes.missing} />;
  if (isRunning) return <Loader size={16} aria-hidden />;
  return <IconCircleDashed size={18} aria-hidden />;
}

function Spent({ view, isRunning }: ResearchTicksProps) {
  const { t } = useI18n();
  const seconds = useElapsed(view.elapsedSeconds, isRunning);
  const spent = saySpent(t, view.spent);
  const elapsed = isRunning ? t('research.elapsed', { seconds }) : null;
  const said = [elapsed, spent].filter((each) => each !== null);
  return said.length > 0 && <p className={classes.facts}>{said.join(' · ')}</p>;
}

/** Whole seconds since the beginning: what was last told, and those that went by since. */
function useElapsed(toldSeconds: number | null, isRunning: boolean): number {
  const [since, setSince] = useState(0);
  useEffect(() => {
    setSince(0);
    if (!isRunning) return;
    const timer = setInterval(() => setSince((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [toldSeconds, isRunning]);
  return Math.floor(toldSeconds ?? 0) + since;
}
