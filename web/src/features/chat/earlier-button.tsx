import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './chat-pane.module.css';
import type { EarlierTurns } from './use-turns';

interface EarlierButtonProps {
  earlier: EarlierTurns;
  scroller: RefObject<HTMLElement | null>;
}

/** The turns before those shown: read as they come near, or by a press. */
export function EarlierButton({ earlier, scroller }: EarlierButtonProps) {
  const { t } = useI18n();
  const edge = useRef<HTMLDivElement>(null);
  const { count, isReading, error, read } = earlier;
  useEffect(() => {
    if (edge.current === null || isReading || error !== null) return;
    const watching = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && read(),
      { root: scroller.current, rootMargin: '1200px 0px 0px' },
    );
    watching.observe(edge.current);
    return () => watching.disconnect();
  }, [count, isReading, error, read, scroller]);
  if (count === 0) return null;
  return (
    <div className={classes.earlier} ref={edge}>
      {error !== null && <ProblemNotice error={error} />}
      <Button variant="subtle" size="compact-sm" loading={isReading} onClick={read}>
        {t('chat.earlier')}
      </Button>
    </div>
  );
}
