import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';

import { meQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import { SignIn } from './sign-in';

/** Where another service leads back to when it let nobody in; who is in already goes on. */
export function SignInPage({ problem }: { problem: string | null }) {
  const { t } = useI18n();
  const me = useQuery(meQuery);
  if (me.data) {
    return me.data.signed_in ? <Navigate to="/" replace /> : <SignIn me={me.data} problem={problem} />;
  }
  if (me.isError) return <ProblemNotice error={me.error} onRetry={() => void me.refetch()} />;
  return <Loader m="xl" aria-label={t('common.loading')} />;
}
