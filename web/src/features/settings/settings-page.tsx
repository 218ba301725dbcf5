import { useI18n } from '../../i18n/i18n-provider';
import { PageFrame } from '../../ui/page-frame';

export function SettingsPage({ section }: { section: string | null }) {
  const { t } = useI18n();
  return <PageFrame title={t('shell.nav_settings')}>{section}</PageFrame>;
}
