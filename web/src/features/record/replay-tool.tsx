import { Button, SegmentedControl } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api, bodyOf } from '../../api/client';
import { infoQuery } from '../../api/queries';
import type { AnswerRecord, Replay } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { ProblemNotice } from '../../ui/problem-notice';
import { usd } from '../../ui/usd';
import { replayEstimate } from './record-figures';
import classes from './record.module.css';
import { ReplayDifference } from './replay-difference';

type SettingsOf = Replay['settings_of'];

/** Ask the question again, with today's settings or those of then; a model only where it is meant. */
export function ReplayTool({ record }: { record: AnswerRecord }) {
  const { t } = useI18n();
  const [settings, setSettings] = useState<SettingsOf>('today');
  const replay = useMutation({
    // A model is asked, and paid, only by who says so; words are compared without one.
    mutationFn: (answer: true | null) =>
      bodyOf(
        api.POST('/api/answers/{answer_id}/record/replay', {
          params: { path: { answer_id: record.answer_id } },
          body: { settings, answer },
        }),
      ),
  });
  return (
    <div className={classes.replay}>
      <div className={classes.buttons}>
        <SegmentedControl
          size="sm"
          aria-label={t('record.settings_of')}
          value={settings}
          onChange={(value) => setSettings(value as SettingsOf)}
          data={(['today', 'then'] as const).map((value) => ({
            value,
            label: t(`record.settings_${value}`),
          }))}
        />
        <Button
          size="compact-md"
          leftSection={<IconRepeat size={16} aria-hidden />}
          loading={replay.isPending && replay.variables === null}
          onClick={() => replay.mutate(null)}
        >
          {t('record.replay')}
        </Button>
        <PaidReplay
          record={record}
          busy={replay.isPending && replay.variables === true}
          onReplay={() => replay.mutate(true)}
        />
      </div>
      {replay.isError && <ProblemNotice error={replay.error} />}
      {replay.data && <ReplayDifference replay={replay.data} record={record} />}
    </div>
  );
}

interface PaidReplayProps {
  record: AnswerRecord;
  busy: boolean;
  onReplay: () => void;
}

/** The answer written again by the model, once it is said what that took the first time. */
function PaidReplay({ record, busy, onReplay }: PaidReplayProps) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const model = useQuery(infoQuery).data?.models.chat;
  if (record.kind !== 'model' || record.research_id !== null || !model) return null;
  const { tokens, price } = replayEstimate(record);
  return (
    <>
      <Button variant="default" size="compact-md" loading={busy} onClick={() => setAsking(true)}>
        {t('record.rewrite')}
      </Button>
      <Confirm
        opened={isAsking}
        title={t('record.rewrite_title', { model })}
        action={t('record.rewrite_do')}
        busy={false}
        error={null}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onReplay();
        }}
      >
        <p>{t('record.rewrite_estimate', { tokens })}</p>
        <p>
          {price === null ? t('record.rewrite_no_price') : t('record.rewrite_price', { usd: usd(price) })}
        </p>
      </Confirm>
    </>
  );
}
