import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { meQuery } from '../../api/queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { notifyDone } from '../../ui/notify';
import { PageSection } from '../../ui/page-frame';
import { ProblemNotice } from '../../ui/problem-notice';
import { LanguageChoice, RoomNameField } from '../rooms/room-fields';
import { RoomFigures } from '../rooms/room-figures';
import { RoomEndings } from './room-endings';
import classes from './room-settings.module.css';
import { useRoomActs } from './use-room-acts';

/** The room's name, the languages of its scans, and the ways in which it ends. */
export function GeneralSection({ room }: { room: Room }) {
  const { t, locale } = useI18n();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const me = useQuery(meQuery).data;
  const manages = room.rights.includes('manage');
  return (
    <>
      <div>
        <RoomFigures figures={room.figures} className={classes.figures} />
        <p className={classes.soft}>
          {t('rooms.since', { day: day.format(new Date(room.created_at)) })}
          {room.role && me?.mode === 'accounts' && ` · ${t(`room_settings.you_are_${room.role}`)}`}
        </p>
      </div>
      {manages && (
        <PageSection title={t('room_settings.name_and_languages')}>
          <NameForm room={room} />
        </PageSection>
      )}
      <RoomEndings room={room} />
    </>
  );
}

function NameForm({ room }: { room: Room }) {
  const { t } = useI18n();
  const { change } = useRoomActs(room.id);
  const [name, setName] = useState(room.name);
  const [languages, setLanguages] = useState(room.ocr_languages);
  const isSame = name.trim() === room.name && languages.join() === room.ocr_languages.join();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { name: name.trim(), ocr_languages: languages },
      { onSuccess: () => notifyDone(t('room_settings.saved')) },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <RoomNameField value={name} onChange={setName} />
      <LanguageChoice chosen={languages} onChange={setLanguages} />
      {change.isError && <ProblemNotice error={change.error} />}
      <div className={classes.row}>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={isSame || name.trim() === '' || languages.length === 0}
        >
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
