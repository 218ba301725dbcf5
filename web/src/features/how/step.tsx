import type { ReactNode } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './how.module.css';

interface PartProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A part of the way: steps that happen at the same time. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{lead}</p>
      </header>
      <ol className={classes.steps}>{children}</ol>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  words: string;
  children?: ReactNode;
}

/** One step: what happens, and the real thing beside it. */
export function Step({ number, title, words, children }: StepProps) {
  const { locale } = useI18n();
  return (
    <li className={classes.step}>
      <span className={classes.number} aria-hidden>
        {number.toLocaleString(locale, { minimumIntegerDigits: 2 })}
      </span>
      <div className={classes.telling}>
        <h3>{title}</h3>
        <p>{words}</p>
      </div>
      {children && <div className={classes.thing}>{children}</div>}
    </li>
  );
}
