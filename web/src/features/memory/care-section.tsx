import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import {
  memoryActs,
  memoryEntitiesQuery,
  memoryFile,
  type MemoryMerge,
  memoryMergesQuery,
} from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './erase.module.css';
import { nameOf } from './fact-view';
import { useDays } from './use-days';
import { useMemory, useMemoryAct } from './use-memory';
import { WordsField } from './words-field';

/** Merging two names of the same, with the way back, and taking memory along as files. */
export function CareSection() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  return (
    <>
      <PageSection title={t('memory.merge_title')} lead={t('memory.merge_lead')}>
        <MergeForm />
        <Merges />
      </PageSection>
      <PageSection title={t('memory.export_title')} lead={t('memory.export_lead')}>
        <div className={classes.links}>
          {(['export', 'cypher'] as const).map((kind) => (
            <Button
              key={kind}
              component="a"
              href={memoryFile(kind, tenant)}
              download={kind === 'export' ? 'memory.jsonl' : 'memory.cypher'}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t(kind === 'export' ? 'memory.export_log' : 'memory.export_graph')}
            </Button>
          ))}
        </div>
        <p className={classes.fine}>{t('memory.export_graph_explain')}</p>
      </PageSection>
    </>
  );
}

function MergeForm() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const entities = useQuery(memoryEntitiesQuery(tenant)).data ?? [];
  const [kept, setKept] = useState<string | null>(null);
  const [absorbed, setAbsorbed] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const merge = useMemoryAct(memoryActs.merge, () => {
    setAbsorbed(null);
    setReason('');
  });
  const chosen = entities.find(({ id }) => id === kept);
  const choices = entities.map((entity) => ({ value: entity.id, label: nameOf(entity, t), entity }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kept === null || absorbed === null) return;
    merge.mutate({ kept, absorbed, reason, by: 'user' });
  };
  return (
    <form className={classes.choice} onSubmit={submit}>
      <Select label={t('memory.merge_kept')} searchable value={kept} data={choices} onChange={setKept} />
      <Select
        label={t('memory.merge_absorbed')}
        searchable
        value={absorbed}
        data={choices.filter(({ entity }) => entity.id !== kept && (!chosen || entity.type === chosen.type))}
        onChange={setAbsorbed}
      />
      <WordsField
        label={t('memory.merge_reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" disabled={kept === null || absorbed === null} loading={merge.isPending}>
        {t('memory.merge_do')}
      </Button>
      {merge.isError && <ProblemNotice error={merge.error} />}
    </form>
  );
}

function Merges() {
  const { t } = useI18n();
  const { tenant } = useMemory();
  const merges = useQuery(memoryMergesQuery(tenant));
  const undo = useMemoryAct(memoryActs.undoMerge);
  if (merges.isError && !merges.data) return <ProblemNotice error={merges.error} />;
  if (merges.data?.length === 0) return <p className={classes.fine}>{t('memory.merge_none')}</p>;
  return (
    <>
      {undo.isError && <ProblemNotice error={undo.error} />}
      <ul className={classes.merges}>
        {[...(merges.data ?? [])].reverse().map((merge) => (
          <MergeLine
            key={merge.id}
            merge={merge}
            isBusy={undo.isPending && undo.variables === merge.id}
            onUndo={() => undo.mutate(merge.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface MergeLineProps {
  merge: MemoryMerge;
  isBusy: boolean;
  onUndo: () => void;
}

function MergeLine({ merge, isBusy, onUndo }: MergeLineProps) {
  const { t } = useI18n();
  const { day } = useDays();
  const said = [
    day(merge.at),
    merge.by === 'rule' && t('memory.merge_by_rule'),
    merge.reason,
    merge.undone_at && t('memory.merge_undone', { at: day(merge.undone_at) }),
  ].filter(Boolean);
  return (
    <li className={classes.merge}>
      <span>
        {t('memory.merge_line', {
          absorbed: merge.absorbed_name || t('memory.nameless'),
          kept: merge.kept_name || t('memory.nameless'),
        })}
      </span>
      <bdi className={classes.fine}>{said.join(' · ')}</bdi>
      {merge.undone_at === null && (
        <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={onUndo}>
          {t('memory.merge_undo')}
        </Button>
      )}
    </li>
  );
}
