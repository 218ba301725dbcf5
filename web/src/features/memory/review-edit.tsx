import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { memoryActs, type MemoryReview } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { ProblemNotice } from '../../ui/problem-notice';
import { useReviewWords } from './review-words';
import { useMemoryAct } from './use-memory';
import { WordsField } from './words-field';

/** A third value, where neither the old nor the new one is right. */
export function ReviewEdit({ review, onClose }: { review: MemoryReview; onClose: () => void }) {
  const { t } = useI18n();
  const words = useReviewWords();
  const [value, setValue] = useState(review.new?.value ?? '');
  const [reason, setReason] = useState('');
  const amend = useMemoryAct(
    (tenant, _: null) => memoryActs.amend(tenant, review.id, { value, by: 'user', reason }),
    () => {
      notifyDone(t('memory.review_taken', { label: words.label(review) }));
      onClose();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    amend.mutate(null);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('memory.review_edit_title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <WordsField
            label={t('memory.review_edit_value')}
            description={t('memory.review_edit_explain')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            data-autofocus
            required
          />
          <WordsField
            label={t('memory.review_reason')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {amend.isError && <ProblemNotice error={amend.error} />}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={amend.isPending}>
            {t('memory.review_edit_save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
