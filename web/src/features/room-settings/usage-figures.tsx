import type { UsageBy, UsageSums } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Name } from '../../ui/name';
import { usd } from '../../ui/usd';
import { everyDay, totalOf } from './usage-view';
import classes from './usage.module.css';

/** The sums of a span, each with its name. */
export function UsageTotals({ rows }: { rows: readonly UsageSums[] }) {
  const { t, locale } = useI18n();
  const total = totalOf(rows);
  const number = new Intl.NumberFormat(locale);
  const shown = [
    ['answers', number.format(total.answers)],
    ['requests', number.format(total.requests)],
    ['input', number.format(total.input)],
    ['cached', number.format(total.cached)],
    ['output', number.format(total.output)],
    ['usd', usd(total.usd)],
  ] as const;
  return (
    <dl className={classes.totals}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`room_usage.${name}`)}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar a day, along the way the page reads; the tallest is the day of most tokens. */
export function DayBars({ rows, days }: { rows: readonly UsageSums[]; days: number }) {
  const { t, locale } = useI18n();
  const all = everyDay(rows, new Date(), days);
  const most = Math.max(...all.map(({ tokens }) => tokens));
  const name = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const say = (day: string) => name.format(new Date(`${day}T00:00:00Z`));
  if (most === 0) return <p className={classes.none}>{t('room_usage.none')}</p>;
  return (
    <figure className={classes.figure}>
      <ol className={classes.bars} aria-label={t('room_usage.by_day')}>
        {all.map(({ day, tokens, usd: dollars }) => {
          const said = t('room_usage.day', { day: say(day), tokens, usd: usd(dollars) });
          return (
            <li key={day} title={said}>
              <span className="visually-hidden">{said}</span>
              <span className={classes.bar} style={{ blockSize: `${(tokens / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
      <figcaption className={classes.axis}>
        <span>{say(all[0]?.day ?? '')}</span>
        <span>{t('room_usage.most', { tokens: most })}</span>
        <span>{say(all.at(-1)?.day ?? '')}</span>
      </figcaption>
    </figure>
  );
}

interface UsageTableProps {
  rows: readonly UsageSums[];
  by: Extract<UsageBy, 'model' | 'user' | 'room'>;
}

export function UsageTable({ rows, by }: UsageTableProps) {
  const { t, locale } = useI18n();
  const number = new Intl.NumberFormat(locale);
  const title = t(`room_usage.by_${by}`);
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('room_usage.answers')}</th>
            <th scope="col">{t('room_usage.input')}</th>
            <th scope="col">{t('room_usage.output')}</th>
            <th scope="col">{t('room_usage.usd')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Name>{row.name || (by === 'model' && row.key) || t(`room_usage.unnamed_${by}`)}</Name>
              </th>
              <td>{number.format(row.answers)}</td>
              <td>{number.format(row.input_tokens)}</td>
              <td>{number.format(row.output_tokens)}</td>
              <td>
                <bdi dir="ltr">{usd(row.price_usd)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
