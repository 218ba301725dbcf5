import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../../api/queries';
import { suggestionsQuery } from '../../api/thread-queries';
import type { Room } from '../../api/types';
import { QuestionList } from './question-list';
import { SampleQuestions } from './sample-questions';

interface SuggestionsProps {
  room: Room;
  onAsk: (question: string) => void;
}

/** Questions that the room answers; the sample has its own, one in each language. */
export function Suggestions({ room, onAsk }: SuggestionsProps) {
  const info = useQuery(infoQuery).data;
  if (info === undefined) return null;
  if (room.name === info.sample_room) return <SampleQuestions onAsk={onAsk} />;
  // They are made by searching, which waits for the model.
  return info.models.embedder_ready && <MadeSuggestions room={room} onAsk={onAsk} />;
}

function MadeSuggestions({ room, onAsk }: SuggestionsProps) {
  const questions = useQuery(suggestionsQuery(room.id, room.figures.chunks)).data ?? [];
  return <QuestionList questions={questions} onAsk={onAsk} />;
}
