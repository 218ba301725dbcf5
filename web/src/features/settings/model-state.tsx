import { Button } from '@mantine/core';

import type { ModelShown } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import classes from './settings.module.css';

interface ModelStateProps {
  shown: ModelShown;
  /** Missing where the model is not set here. */
  onUnset?: () => void;
  isUnsetting?: boolean;
}

/** Which model a role has now, and where that was decided. */
export function ModelState({ shown, onUnset, isUnsetting = false }: ModelStateProps) {
  const { t, locale } = useI18n();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const isSetHere = shown.source === 'store';
  return (
    <div className={classes.state}>
      <div className={classes.stateWords}>
        <strong>
          {shown.source === 'default' ? t(`settings.default_${shown.role}`) : <bdi>{shown.model}</bdi>}
        </strong>
        <p className={classes.soft}>
          {t(`settings.source_${shown.source}`)}
          {shown.changed_at !== null && ` ${day.format(new Date(shown.changed_at))}`}
        </p>
        {shown.url && (
          <p className={classes.soft}>
            <bdi dir="ltr" className={classes.address}>
              {shown.url}
            </bdi>
          </p>
        )}
        {shown.source === 'environment' && (
          <p className={classes.soft}>
            {t(shown.has_key ? 'settings.key_set' : 'settings.key_not_set')}
          </p>
        )}
        {shown.fault !== '' && <Directed className={classes.fault}>{shown.fault}</Directed>}
      </div>
      {isSetHere && onUnset && (
        <Button variant="default" size="xs" loading={isUnsetting} onClick={onUnset}>
          {t(`settings.unset_${shown.role}`)}
        </Button>
      )}
    </div>
  );
}
