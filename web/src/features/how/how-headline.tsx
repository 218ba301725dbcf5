import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './how.module.css';

/** The store's own figures, as they are now. */
export function HowFigures({ room }: { room: Room }) {
  const { t } = useI18n();
  const budget = useQuery(infoQuery).data?.prompt_budget_tokens;
  const { documents, chunks, dimensions } = room.figures;
  return (
    <dl className={classes.figures}>
      <Figure name={t('how.documents')} value={documents} />
      <Figure name={t('how.chunks')} value={chunks} />
      <Figure name={t('how.dimensions')} value={dimensions} />
      {budget !== undefined && <Figure name={t('how.budget')} value={budget} />}
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  const { locale } = useI18n();
  return (
    <div>
      <dd>{value.toLocaleString(locale)}</dd>
      <dt>{name}</dt>
    </div>
  );
}
