import { List, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useChooseLocale } from '../../app/appearance';
import { infoQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { type Locale, LOCALE_NAMES, LOCALES } from '../../i18n/locale';
import { isMessageKey } from '../../i18n/translate';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './settings.module.css';

/** The language of the page, and those in which the server reads scans. */
export default function LanguagesSection() {
  return (
    <>
      <PageLanguage />
      <ScanLanguages />
    </>
  );
}

function PageLanguage() {
  const { t, locale } = useI18n();
  const choose = useChooseLocale();
  return (
    <PageSection title={t('settings.page_language')} lead={t('settings.page_language_explain')}>
      <Radio.Group
        value={locale}
        onChange={(value) => choose.mutate(value as Locale)}
        aria-label={t('settings.page_language')}
      >
        <Stack gap="xs">
          {LOCALES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={<span lang={value}>{LOCALE_NAMES[value]}</span>}
            />
          ))}
        </Stack>
      </Radio.Group>
      {choose.isError && <ProblemNotice error={choose.error} />}
    </PageSection>
  );
}

function ScanLanguages() {
  const { t } = useI18n();
  const info = useQuery(infoQuery);
  const installed = info.data?.ocr_languages ?? [];
  const nameOf = (code: string) => {
    const key = `language.${code}`;
    return isMessageKey(key) ? t(key) : code;
  };
  return (
    <PageSection title={t('settings.scan_languages')} lead={t('settings.scan_languages_explain')}>
      {info.isError && <ProblemNotice error={info.error} onRetry={() => void info.refetch()} />}
      {info.data && installed.length === 0 && (
        <p className={classes.soft}>{t('rooms.ocr_missing')}</p>
      )}
      {installed.length > 0 && (
        <List>
          {installed.map((code) => (
            <List.Item key={code}>{nameOf(code)}</List.Item>
          ))}
        </List>
      )}
    </PageSection>
  );
}
