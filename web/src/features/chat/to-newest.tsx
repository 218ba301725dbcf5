import { ActionIcon } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './chat-pane.module.css';

interface ToNewestProps {
  scroller: RefObject<HTMLElement | null>;
  /** Changes with each new question and each thread. */
  newest: string;
}

/** The way back to the newest question, while it is out of sight. */
export function ToNewest({ scroller, newest }: ToNewestProps) {
  const { t } = useI18n();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const turn = lastTurnOf(scroller.current);
    if (!turn) return setAway(false);
    const watching = new IntersectionObserver(
      (entries) => setAway(entries.every(({ isIntersecting }) => !isIntersecting)),
      { root: scroller.current },
    );
    watching.observe(turn);
    return () => watching.disconnect();
  }, [scroller, newest]);
  if (!isAway) return null;
  return (
    <ActionIcon
      className={classes.toNewest}
      variant="default"
      radius="xl"
      size="lg"
      aria-label={t('chat.to_newest')}
      title={t('chat.to_newest')}
      onClick={() => lastTurnOf(scroller.current)?.scrollIntoView({ block: 'start' })}
    >
      <IconArrowDown size={18} />
    </ActionIcon>
  );
}

function lastTurnOf(pane: HTMLElement | null): Element | null {
  return pane?.querySelector('article:last-of-type') ?? null;
}
