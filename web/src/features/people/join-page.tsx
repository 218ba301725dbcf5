import { Button, Center, Loader } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { meQuery, roomsQuery } from '../../api/queries';
import type { Me } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { EntryForm } from './entry-form';
import { EmailField, NameField, PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';
import { SignIn } from './sign-in';
import { useComeIn } from './use-come-in';

/** Where an invitation leads: to the room, by the account that one has or by a new one. */
export function JoinPage() {
  const { t } = useI18n();
  const secret = useSecretOfLink();
  const me = useQuery(meQuery);
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => bodyOf(api.POST('/api/invitations/look', { body: { secret } })),
    // What is sent by somebody who is signed in carries what `me` says.
    enabled: me.isSuccess,
  });
  const error = invitation.error ?? me.error;
  if (error) return <ProblemNotice error={error} />;
  if (invitation.data === undefined || me.data === undefined) {
    return <Loader m="xl" aria-label={t('common.loading')} />;
  }
  const { room_name, role, sign_up } = invitation.data;
  return (
    <>
      <EmptyState
        icon={<IconDoorEnter size={40} stroke={1.3} />}
        title={t('people.join_title', { room: room_name })}
      >
        <p>{t(`people.role_${role}`)}</p>
        {me.data.signed_in && <JoinButton secret={secret} />}
      </EmptyState>
      {!me.data.signed_in && <Entry me={me.data} secret={secret} canSignUp={sign_up} />}
    </>
  );
}

/** By the account that one has, or by a new one where the server lets a link make accounts. */
function Entry({ me, secret, canSignUp }: { me: Me; secret: string; canSignUp: boolean }) {
  const { t } = useI18n();
  const [hasAccount, setHasAccount] = useState(!canSignUp);
  return (
    <>
      {hasAccount ? <SignIn me={me} /> : <SignUp secret={secret} />}
      {canSignUp && (
        <Center pb="xl">
          <Button variant="subtle" size="compact-sm" onClick={() => setHasAccount(!hasAccount)}>
            {t(hasAccount ? 'people.have_none' : 'people.have_one')}
          </Button>
        </Center>
      )}
    </>
  );
}

function JoinButton({ secret }: { secret: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => bodyOf(api.POST('/api/invitations/accept', { body: { secret } })),
    onSuccess: async ({ room_id: roomId }) => {
      await queries.invalidateQueries({ queryKey: roomsQuery.queryKey });
      await navigate({ to: '/rooms/$roomId', params: { roomId }, replace: true });
    },
  });
  return (
    <>
      {join.isError && <ProblemNotice error={join.error} />}
      <Button mt="md" loading={join.isPending} onClick={() => join.mutate()}>
        {t('people.join')}
      </Button>
    </>
  );
}

function SignUp({ secret }: { secret: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const make = useComeIn<void>({
    come: () => bodyOf(api.POST('/api/invitations/sign-up', { body: { secret, email, name, password } })),
    onIn: () => void navigate({ to: '/', replace: true }),
  });
  return (
    <EntryForm
      action={t('people.make_account')}
      isPending={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
    >
      <EmailField value={email} onChange={setEmail} />
      <NameField value={name} onChange={setName} />
      <PasswordField isNew value={password} onChange={setPassword} />
    </EntryForm>
  );
}
