import type { ModelCall } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { usd } from '../../ui/usd';
import classes from './record.module.css';

interface CallsSectionProps {
  calls: readonly ModelCall[];
  priceUsd: number | null;
}

/** What a model was asked for the answer: tokens as its provider counted them, and their price. */
export function CallsSection({ calls, priceUsd }: CallsSectionProps) {
  const { t } = useI18n();
  return (
    <section className={classes.section}>
      <h2>{t('record.calls')}</h2>
      {calls.length === 0 ? (
        <p className={classes.facts}>{t('record.no_calls')}</p>
      ) : (
        <CallTable calls={calls} />
      )}
      {priceUsd !== null && <p>{t('record.price_of_all', { usd: usd(priceUsd) })}</p>}
    </section>
  );
}

function CallTable({ calls }: { calls: readonly ModelCall[] }) {
  const { t } = useI18n();
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('record.calls')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('record.call')}</th>
            <th scope="col">{t('record.model')}</th>
            <th scope="col">{t('record.input')}</th>
            <th scope="col">{t('record.cached')}</th>
            <th scope="col">{t('record.output')}</th>
            <th scope="col">{t('research.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.request_id}>
              <th scope="row">
                <bdi>{call.label}</bdi>
              </th>
              <td>
                <bdi>{call.model}</bdi>
              </td>
              <td className={classes.number}>{counted(call.input_tokens ?? call.tokens)}</td>
              <td className={classes.number}>{counted(call.cached_tokens)}</td>
              <td className={classes.number}>{counted(call.output_tokens)}</td>
              <td className={classes.number}>
                {call.price_usd === null ? '–' : usd(call.price_usd)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function counted(tokens: number | null): string {
  return tokens === null ? '–' : tokens.toLocaleString('en');
}
