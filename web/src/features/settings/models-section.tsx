import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { modelsQuery } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { ModelForm } from './model-form';
import { SecretRotation } from './secret-rotation';

/** The models that the server works with, each tried before it is trusted. */
export default function ModelsSection() {
  const { t } = useI18n();
  const models = useQuery(modelsQuery);
  return (
    <>
      {models.isPending && <Skeleton height="16rem" aria-label={t('common.loading')} />}
      {models.isError && (
        <ProblemNotice error={models.error} onRetry={() => void models.refetch()} />
      )}
      {models.data?.map((model) => (
        <PageSection
          key={model.role}
          title={t(`settings.role_${model.role}`)}
          lead={t(`settings.role_${model.role}_explain`)}
        >
          <ModelForm key={model.changed_at} shown={model} />
        </PageSection>
      ))}
      {models.data && <SecretRotation />}
    </>
  );
}
