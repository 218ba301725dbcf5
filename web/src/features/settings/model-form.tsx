import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import type { ModelShown } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { ProblemNotice } from '../../ui/problem-notice';
import { KeyField } from './key-field';
import { draftOf, isComplete, keepsKey, type ModelDraft, wishOf } from './model-draft';
import { ModelState } from './model-state';
import { ModelTrial } from './model-trial';
import classes from './settings.module.css';
import { useModel } from './use-model';

/** The model of one role: what holds now and, where it may be changed here, another. */
export function ModelForm({ shown }: { shown: ModelShown }) {
  const { t } = useI18n();
  const [draft, setDraft] = useState(() => draftOf(shown));
  const { test, set, unset } = useModel(shown.role);
  const change = (fields: Partial<ModelDraft>) => {
    test.reset();
    setDraft({ ...draft, ...fields });
  };
  const wish = wishOf(shown.role, draft);
  const isReady = isComplete(shown.role, shown, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(wish, { onSuccess: () => notifyDone(t('settings.model_set')) });
  };
  if (shown.source === 'environment') return <ModelState shown={shown} />;
  return (
    <>
      <ModelState
        shown={shown}
        onUnset={() => unset.mutate(undefined, { onSuccess: () => notifyDone(t('settings.model_unset')) })}
        isUnsetting={unset.isPending}
      />
      <form onSubmit={submit}>
        <Stack gap="md" className={classes.form}>
          <Fields shown={shown} draft={draft} onChange={change} />
          <Group gap="sm">
            <Button
              variant="default"
              disabled={!isReady}
              loading={test.isPending}
              onClick={() => test.mutate(wish)}
            >
              {t('settings.try')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={set.isPending}>
              {t('settings.use_model')}
            </Button>
          </Group>
          <div role="status">
            {test.data && <ModelTrial tried={test.data} />}
          </div>
          {test.isError && <ProblemNotice error={test.error} />}
          {set.isError && <ProblemNotice error={set.error} />}
          {unset.isError && <ProblemNotice error={unset.error} />}
        </Stack>
      </form>
    </>
  );
}

interface FieldsProps {
  shown: ModelShown;
  draft: ModelDraft;
  onChange: (fields: Partial<ModelDraft>) => void;
}

function Fields({ shown, draft, onChange }: FieldsProps) {
  const { t } = useI18n();
  const isChat = shown.role === 'chat';
  return (
    <>
      {isChat && (
        <Select
          label={t('settings.provider')}
          description={t('settings.provider_explain')}
          value={draft.provider}
          onChange={(value) => onChange({ provider: value === 'anthropic' ? 'anthropic' : 'openai' })}
          data={[
            { value: 'openai', label: t('settings.provider_openai') },
            { value: 'anthropic', label: t('settings.provider_anthropic') },
          ]}
          allowDeselect={false}
        />
      )}
      <TextInput
        label={t('settings.url')}
        description={t('settings.url_explain')}
        placeholder="https://"
        value={draft.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        attributes={{ input: { dir: 'ltr' } }}
        spellCheck={false}
      />
      <TextInput
        label={t('settings.model_name')}
        description={t('settings.model_name_explain')}
        value={draft.model}
        onChange={(event) => onChange({ model: event.currentTarget.value })}
        attributes={{ input: { dir: 'ltr' } }}
        spellCheck={false}
        required
      />
      {!isChat && (
        <NumberInput
          label={t('settings.dimensions')}
          description={t('settings.dimensions_explain')}
          value={draft.dimensions}
          onChange={(value) => onChange({ dimensions: String(value) })}
          min={1}
          max={8192}
          allowDecimal={false}
          hideControls
          required
        />
      )}
      <KeyField
        value={draft.key}
        hint={shown.key_hint}
        canKeep={keepsKey(shown, draft)}
        onChange={(key) => onChange({ key })}
      />
    </>
  );
}
