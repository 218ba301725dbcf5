import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLogout2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';

import { api, done } from '../../api/client';
import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';

/** The way out, for whoever is signed in by an account; nothing for the one local person. */
export function SignOutButton() {
  const { t } = useI18n();
  const { data: me } = useQuery(meQuery);
  const signOut = useMutation({
    mutationFn: () => done(api.POST('/api/sign-out')),
    // A new page, so that nothing of the person's stays in this one's memory.
    onSuccess: () => window.location.assign('/'),
  });
  if (!me?.person) return null;
  const label = t('people.sign_out', { name: me.person.name });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <IconLogout2 size={19} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
