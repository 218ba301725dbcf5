import { useMemo } from 'react';

import { useI18n } from '../../i18n/i18n-provider';

/** Days and moments in the page's language, from what the server sends or an address holds. */
export function useDays() {
  const { locale } = useI18n();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      day: (instant: string) => day.format(new Date(instant)),
      moment: (instant: string) => moment.format(new Date(instant)),
      /** Of a bare `2026-11-20`, which is that day wherever the reader is. */
      bareDay: (bare: string) => day.format(new Date(`${bare}T12:00:00`)),
    };
  }, [locale]);
}
