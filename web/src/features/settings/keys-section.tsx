import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ShownOnce } from '../people/shown-once';
import { KeyForm } from './key-form';
import { KeyList } from './key-list';
import { useKeys } from './use-keys';

/** Keys for programs: one's own and, for whoever administers, everybody's. */
export default function KeysSection() {
  const { t } = useI18n();
  const administers = useQuery(meQuery).data?.administers ?? false;
  return (
    <>
      <OwnKeys mayAdminister={administers} />
      {administers && (
        <PageSection title={t('settings.keys_all')} lead={t('settings.keys_all_explain')}>
          <KeyList whose="all" />
        </PageSection>
      )}
    </>
  );
}

function OwnKeys({ mayAdminister }: { mayAdminister: boolean }) {
  const { t } = useI18n();
  const { make } = useKeys('mine');
  const [isMaking, setMaking] = useState(false);
  const secret = make.data?.secret;
  return (
    <PageSection
      title={t('settings.keys')}
      lead={t('settings.keys_explain')}
      actions={
        <Button
          leftSection={<IconPlus size={17} stroke={1.6} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {t('settings.key_new')}
        </Button>
      }
    >
      {secret !== undefined && (
        <ShownOnce value={secret} explain={t('settings.key_once')} onClose={make.reset} />
      )}
      <KeyList whose="mine" />
      {isMaking && (
        <KeyForm
          mayAdminister={mayAdminister}
          busy={make.isPending}
          error={make.error}
          onSubmit={(key) => make.mutate(key, { onSuccess: () => setMaking(false) })}
          onClose={() => {
            setMaking(false);
            if (make.isError) make.reset();
          }}
        />
      )}
    </PageSection>
  );
}
