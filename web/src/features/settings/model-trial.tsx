import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';

import type { ModelTried } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { ProblemWords } from '../../ui/problem-words';
import classes from './settings.module.css';

/** How one small request to a model went: how long it took, and what came back. */
export function ModelTrial({ tried }: { tried: ModelTried }) {
  const { t } = useI18n();
  const took = t('settings.took', { seconds: tried.seconds });
  if (!tried.ok) {
    return (
      <div className={classes.trial} data-ok={false}>
        <IconCircleX size={20} aria-hidden />
        <div>
          <strong>{t('settings.try_failed')}</strong> {took}
          <ProblemWords code={tried.code} detail={tried.error} />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.trial} data-ok>
      <IconCircleCheck size={20} aria-hidden />
      <div>
        <strong>{t('settings.try_worked')}</strong> {took}
        {tried.words !== '' && <Directed as="blockquote">{tried.words}</Directed>}
        {tried.dimensions !== null && (
          <p className={classes.soft}>{t('settings.vector_came', { count: tried.dimensions })}</p>
        )}
      </div>
    </div>
  );
}
