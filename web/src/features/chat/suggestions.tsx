import { useQuery } from '@tanstack/react-query';

import { infoQuery, sampleQuestionsQuery } from '../../api/queries';
import { suggestionsQuery } from '../../api/thread-queries';
import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './suggestions.module.css';

interface SuggestionsProps {
  room: Room;
  onAsk: (question: string) => void;
}

/** Questions that the room answers; a press asks. The sample has its own, one in each language. */
export function Suggestions({ room, onAsk }: SuggestionsProps) {
  const { t } = useI18n();
  const info = useQuery(infoQuery).data;
  const isSample = room.name === info?.sample_room;
  const canSearch = info?.models.embedder_ready ?? false;
  const sample = useQuery({ ...sampleQuestionsQuery, enabled: isSample });
  const made = useQuery({
    ...suggestionsQuery(room.id, room.figures.chunks),
    enabled: canSearch && info !== undefined && !isSample,
  });
  const questions = isSample ? (sample.data?.map(({ text }) => text) ?? []) : (made.data ?? []);
  if (questions.length === 0) return null;
  return (
    <ul className={classes.questions} aria-label={t('chat.suggestions')}>
      {questions.map((text) => (
        <li key={text}>
          <button
            type="button"
            className={classes.question}
            dir={directionOf(text)}
            onClick={() => onAsk(text)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
