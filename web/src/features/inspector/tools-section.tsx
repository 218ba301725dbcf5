import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import classes from './inspector.module.css';
import { toolNames } from './request-view';

/** The tools that the model could call. */
export function ToolsSection({ tools }: { tools: readonly string[] }) {
  const { t } = useI18n();
  const names = toolNames(tools);
  if (names.length === 0) return null;
  return (
    <PageSection title={t('inspector.tools', { count: names.length })}>
      <Names names={names} />
    </PageSection>
  );
}

/** Short names in a row, each kept whole. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>
          <bdi dir="ltr">{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
