import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf } from '../../api/client';
import { type Person, personLimitsQuery } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { ProblemNotice } from '../../ui/problem-notice';
import { LimitsForm } from '../room-settings/limits-form';
import { type LimitName, PERSON_LIMITS } from '../room-settings/usage-view';

/** What one person may take, and what of it is used. */
export function PersonLimits({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const limits = useQuery(personLimitsQuery(person.id));
  const put = useMutation({
    mutationFn: (body: Partial<Record<LimitName, number | null>>) =>
      bodyOf(
        api.PUT('/api/people/{user_id}/limits', { params: { path: { user_id: person.id } }, body }),
      ),
    onSuccess: (held) => {
      queries.setQueryData(personLimitsQuery(person.id).queryKey, held);
      notifyDone(t('room_settings.saved'));
      onClose();
    },
  });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('people.limits_of', { name: person.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {limits.isError && <ProblemNotice error={limits.error} />}
      {limits.isPending && <Skeleton height="12rem" role="status" aria-label={t('common.loading')} />}
      {limits.data && (
        <LimitsForm
          names={PERSON_LIMITS}
          limits={limits.data}
          set={limits.data.by_administrator}
          canSet
          isPending={put.isPending}
          error={put.error}
          onSave={put.mutate}
        />
      )}
    </Modal>
  );
}
