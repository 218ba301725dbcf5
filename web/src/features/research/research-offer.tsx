import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { estimateQuery } from '../../api/queries';
import type { ResearchEstimate, ResearchOffer as Offer } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './research.module.css';
import { sayLimits, sayPrice, sayTime, sayTokens } from './research-words';

interface ResearchOfferProps {
  roomId: string;
  question: string;
  onStart: () => void;
  onCancel: () => void;
}

/** What a research would take, said before it begins; nothing is asked until it is started. */
export function ResearchOffer({ roomId, question, onStart, onCancel }: ResearchOfferProps) {
  const { t } = useI18n();
  const estimate = useQuery(estimateQuery(roomId, question));
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), [estimate.isSuccess]);
  return (
    <section className={classes.offer} aria-label={t('research.offer')}>
      {estimate.isPending && <Loader size="sm" aria-label={t('common.loading')} />}
      {estimate.isError && <ProblemNotice error={estimate.error} />}
      {estimate.data && <Plan offer={estimate.data} />}
      {estimate.data && <EstimateFigures estimate={estimate.data} />}
      <div className={classes.actions}>
        <Button variant="default" size="compact-md" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button ref={start} size="compact-md" disabled={!estimate.data} onClick={onStart}>
          {t('research.start')}
        </Button>
      </div>
    </section>
  );
}

/** How the question will be split, as far as its words tell. */
function Plan({ offer }: { offer: Offer }) {
  const { t } = useI18n();
  if (offer.aspects.length < 2) return null;
  return (
    <div className={classes.plan}>
      <p>{t(offer.model === null ? 'research.plan' : 'research.plan_by_model')}</p>
      <ol>
        {offer.aspects.map((aspect) => (
          <Directed as="li" key={aspect}>
            {aspect}
          </Directed>
        ))}
      </ol>
    </div>
  );
}

export function EstimateFigures({ estimate }: { estimate: ResearchEstimate }) {
  const { t } = useI18n();
  const limits = sayLimits(t, estimate);
  return (
    <div className={classes.estimate} role="status">
      <p>{t('research.explain')}</p>
      <dl className={classes.figures}>
        <dt>{t('research.tokens')}</dt>
        <dd>{sayTokens(t, estimate)}</dd>
        <dt>{t('research.cost')}</dt>
        <dd>{sayPrice(t, estimate)}</dd>
        <dt>{t('research.time')}</dt>
        <dd>{sayTime(t, estimate)}</dd>
      </dl>
      {limits && <p>{limits}</p>}
    </div>
  );
}
