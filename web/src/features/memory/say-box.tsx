import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { memoryActs } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { ProblemNotice } from '../../ui/problem-notice';
import classes from './talks.module.css';
import { useMemory, useMemoryAct } from './use-memory';
import { WordsField } from './words-field';

type Who = 'user' | 'assistant' | 'other';

/** Add a message by hand: in which conversation, who, when, what. */
export function SayBox({ thread }: { thread: string | null }) {
  const { t } = useI18n();
  const { look } = useMemory();
  const [name, setName] = useState(thread ?? '');
  const [who, setWho] = useState<Who>('user');
  const [speaker, setSpeaker] = useState('');
  const [when, setWhen] = useState('');
  const [text, setText] = useState('');
  const talk = name.trim() || t('memory.say_thread_new');
  const say = useMemoryAct(
    (tenant, _: null) =>
      memoryActs.say(tenant, {
        thread: talk,
        text,
        at: when === '' ? null : new Date(when).toISOString(),
        role: who === 'assistant' ? 'assistant' : 'user',
        speaker: who === 'other' ? speaker.trim() : who,
      }),
    (added) => {
      setText('');
      notifyDone(t('memory.say_learned', { count: added.learned.length }));
      look({ thread: talk, message: added.id }, 'talks');
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    say.mutate(null);
  };
  return (
    <form className={classes.say} onSubmit={submit} aria-label={t('memory.say_title')}>
      <Textarea
        label={t('memory.say_what')}
        placeholder={t('memory.say_example')}
        {...(text !== '' && { dir: 'auto', styles: { input: { textAlign: 'start' } } })}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        required
      />
      <div className={classes.sayRow}>
        <WordsField
          size="xs"
          label={t('memory.say_thread')}
          placeholder={t('memory.say_thread_new')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          label={t('memory.say_when')}
          value={when}
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
        <div>
          <span className={classes.fieldLabel}>{t('memory.say_who')}</span>
          <SegmentedControl
            size="xs"
            aria-label={t('memory.say_who')}
            value={who}
            onChange={(value) => setWho(value as Who)}
            data={(['user', 'assistant', 'other'] as const).map((value) => ({
              value,
              label: t(`memory.say_who_${value}`),
            }))}
          />
        </div>
        {who === 'other' && (
          <WordsField
            size="xs"
            label={t('memory.say_speaker')}
            value={speaker}
            onChange={(event) => setSpeaker(event.currentTarget.value)}
            required
          />
        )}
        <Button type="submit" size="xs" loading={say.isPending}>
          {t('memory.say_add')}
        </Button>
      </div>
      {say.isError && <ProblemNotice error={say.error} />}
    </form>
  );
}
