import type { NamedValue } from '../../api/types';
import classes from './record.module.css';

/** Names and values of a program, both left-to-right in every language. */
export function NamedValues({ values }: { values: readonly NamedValue[] }) {
  return (
    <dl className={classes.values} dir="ltr">
      {values.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value === null ? '–' : String(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
