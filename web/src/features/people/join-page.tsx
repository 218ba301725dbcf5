import { Button, Center, Loader } from '@mantine/core';
import { IconDoorEnter, IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { toApiError } from '../../api/problem';
import { meQuery, roomsQuery } from '../../api/queries';
import type { Me } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { EntryForm, LINK_REFUSALS } from './entry-form';
import { EmailField, NameField, PasswordField } from './person-fields';
import { useSecretOfLink } from './secret-of-link';
import { SignIn } from './sign-in';
import { useComeIn } from './use-come-in';
import { useEntry } from './use-entry';

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
  if (error) return <NoInvitation error={error} />;
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

/** A link that lets nobody in any more, or a server that does not answer. */
function NoInvitation({ error }: { error: Error }) {
  const { t } = useI18n();
  const isOver = toApiError(error).problem.status === 404;
  return (
    <EmptyState
      icon={<IconLinkOff size={40} stroke={1.3} />}
      title={t(isOver ? 'people.invitation_over' : 'people.invitation_unread')}
      actions={
        <Button component={Link} to="/" variant="default">
          {t('people.to_sign_in')}
        </Button>
      }
    >
      {isOver ? <p>{t('people.invitation_over_explain')}</p> : <ProblemNotice error={error} />}
    </EmptyState>
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
  const queries = useQueryClient();
  // A new account has one room: the one that it was invited to.
  const openRoom = async () => {
    const [room] = await queries.fetchQuery(roomsQuery).catch(() => []);
    if (room === undefined) await navigate({ to: '/', replace: true });
    else await navigate({ to: '/rooms/$roomId', params: { roomId: room.id }, replace: true });
  };
  const entry = useEntry({ email: '', name: '', password: '' }, { isNew: true });
  const make = useComeIn<void>({
    come: () => bodyOf(api.POST('/api/invitations/sign-up', { body: { secret, ...entry.values } })),
    onIn: () => void openRoom(),
  });
  return (
    <EntryForm
      action={t('people.make_account')}
      isPending={make.isPending}
      error={make.error}
      refusals={LINK_REFUSALS}
      onSubmit={() => entry.send(make.mutate)}
    >
      <EmailField {...entry.field('email')} />
      <NameField {...entry.field('name')} />
      <PasswordField isNew {...entry.field('password')} />
    </EntryForm>
  );
}
