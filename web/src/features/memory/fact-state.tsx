import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheck,
  IconClockHour4,
  IconEyeOff,
  IconHandStop,
  IconX,
} from '@tabler/icons-react';

import type { MemoryFact } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { type Standing, standingOf } from './fact-view';
import classes from './facts.module.css';

const ICONS: Record<Standing, typeof IconCheck> = {
  now: IconCheck,
  event: IconCalendarEvent,
  future: IconClockHour4,
  past: IconArrowBackUp,
  wrong: IconX,
  waiting: IconHandStop,
  unknown: IconEyeOff,
};

/** What a fact is as of the day that is shown: a shape and a word, not only a colour. */
export function FactState({ fact }: { fact: Pick<MemoryFact, 'state'> }) {
  const { t } = useI18n();
  const standing = standingOf(fact);
  const Icon = ICONS[standing];
  const key = `memory.state_${fact.state}`;
  return (
    <span className={classes.state} data-standing={standing}>
      <Icon size={13} stroke={2} aria-hidden className={standing === 'past' ? classes.mirrored : undefined} />
      {isMessageKey(key) ? t(key) : fact.state}
    </span>
  );
}
