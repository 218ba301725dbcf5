import { useQuery } from '@tanstack/react-query';

import { sampleQuestionsQuery } from '../../api/queries';
import { QuestionList } from './question-list';

interface SampleQuestionsProps {
  onAsk: (question: string) => void;
}

/** Questions that the sample answers, one in each language; a press asks. */
export function SampleQuestions({ onAsk }: SampleQuestionsProps) {
  const questions = useQuery(sampleQuestionsQuery).data ?? [];
  return <QuestionList questions={questions.map(({ text }) => text)} onAsk={onAsk} />;
}
