import type { UsageBy, UsageSums } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';

/** How a row of usage is called: a day in the page's way, a room or person by name. */
export function useUsageNames(by: UsageBy) {
  const { t, locale } = useI18n();
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const nameOfDay = (key: string) => {
    const time = Date.parse(key);
    return Number.isNaN(time) ? key : day.format(time);
  };
  return (row: Pick<UsageSums, 'key' | 'name'>): string => {
    if (by === 'day') return nameOfDay(row.key);
    if (by === 'model') return row.key === '' ? t('settings.no_model') : row.key;
    if (row.name !== '') return row.name;
    if (by === 'user') return t(row.key === '' ? 'settings.local_person' : 'settings.gone_person');
    return t(row.key === '' ? 'settings.no_room' : 'settings.gone_room');
  };
}
