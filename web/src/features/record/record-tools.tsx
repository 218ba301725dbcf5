import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, bodyOf, done } from '../../api/client';
import { sharesQuery } from '../../api/queries';
import type { AnswerRecord, Share } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './record.module.css';
import { exportAddress, shareAddress } from './record-address';
import { ReplayTool } from './replay-tool';

const SHARED_HOURS = 168;

/** What can be done with a record: ask again, take it along, give it to others. */
export function RecordTools({ record }: { record: AnswerRecord }) {
  const { t } = useI18n();
  return (
    <section className={classes.tools} aria-label={t('record.tools')}>
      <ReplayTool record={record} />
      <div className={classes.buttons}>
        {(['json', 'markdown'] as const).map((form) => (
          <Button
            key={form}
            component="a"
            href={exportAddress(record.answer_id, form)}
            download
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t(`record.export_${form}`)}
          </Button>
        ))}
        <ShareButton answerId={record.answer_id} />
      </div>
      <Shares answerId={record.answer_id} />
    </section>
  );
}

function ShareButton({ answerId }: { answerId: string }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const share = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/answers/{answer_id}/record/shares', {
          params: { path: { answer_id: answerId } },
          body: { hours: SHARED_HOURS },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesQuery(answerId).queryKey }),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconLink size={16} aria-hidden />}
        loading={share.isPending}
        onClick={() => share.mutate()}
      >
        {t('record.share')}
      </Button>
      {share.isError && <ProblemNotice error={share.error} />}
    </>
  );
}

/** The links that open the record now, each to be copied or ended. */
function Shares({ answerId }: { answerId: string }) {
  const shares = useQuery(sharesQuery(answerId));
  const open = shares.data?.filter((share) => share.open) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className={classes.shares}>
      {open.map((share) => (
        <ShareRow key={share.id} share={share} answerId={answerId} />
      ))}
    </ul>
  );
}

function ShareRow({ share, answerId }: { share: Share; answerId: string }) {
  const { t, locale } = useI18n();
  const queries = useQueryClient();
  const address = shareAddress(window.location.origin, share.room_id, share.id);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const revoke = useMutation({
    mutationFn: () =>
      done(
        api.DELETE('/api/rooms/{room_id}/shared/{share_id}', {
          params: { path: { room_id: share.room_id, share_id: share.id } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesQuery(answerId).queryKey }),
  });
  return (
    <li className={classes.share}>
      <a href={address} dir="ltr">
        {address}
      </a>
      {share.expires_at && (
        <span className={classes.facts}>
          {t('record.until', { day: day.format(new Date(share.expires_at)) })}
        </span>
      )}
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={copy}
          >
            {t(copied ? 'chat.copied' : 'record.copy_link')}
          </Button>
        )}
      </CopyButton>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t('record.revoke')}
      </Button>
      {revoke.isError && <ProblemNotice error={revoke.error} />}
    </li>
  );
}
