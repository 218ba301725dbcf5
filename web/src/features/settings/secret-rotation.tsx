import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';

import { api, bodyOf } from '../../api/client';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';

/** Encrypts the stored keys anew, for when somebody may have seen the secret. */
export function SecretRotation() {
  const { t } = useI18n();
  const [isAsking, { open, close }] = useDisclosure(false);
  const rotate = useMutation({
    mutationFn: () => bodyOf(api.POST('/api/settings/secret/rotate')),
    onSuccess: ({ keys }) => {
      close();
      notifyDone(t('settings.rotated', { count: keys }));
    },
  });
  return (
    <PageSection
      title={t('settings.secret')}
      lead={t('settings.secret_explain')}
      actions={
        <Button variant="default" onClick={open}>
          {t('settings.rotate')}
        </Button>
      }
    >
      <Confirm
        opened={isAsking}
        title={t('settings.rotate_title')}
        action={t('settings.rotate')}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      >
        {t('settings.rotate_explain')}
      </Confirm>
    </PageSection>
  );
}
