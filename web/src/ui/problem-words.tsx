import { useI18n } from '../i18n/i18n-provider';
import { isMessageKey, type Translate } from '../i18n/translate';
import { Directed } from './directed';
import classes from './problem-words.module.css';

/** Say a coded error in the page's language; null where only the server's own words exist. */
export function sayProblem(t: Translate, code: string): string | null {
  const key = `problem.${code}`;
  return isMessageKey(key) ? t(key) : null;
}

interface ProblemWordsProps {
  code: string;
  /** The server's own account, in English; may be missing. */
  detail: string | null;
}

/** An error in plain words, with the server's exact account one press away. */
export function ProblemWords({ code, detail }: ProblemWordsProps) {
  const { t } = useI18n();
  const said = sayProblem(t, code);
  if (said === null) return <Directed className={classes.said}>{detail ?? code}</Directed>;
  return (
    <>
      <p className={classes.said}>{said}</p>
      {detail && (
        <details className={classes.details}>
          <summary>{t('common.details')}</summary>
          <Directed className={classes.detail}>{detail}</Directed>
        </details>
      )}
    </>
  );
}
