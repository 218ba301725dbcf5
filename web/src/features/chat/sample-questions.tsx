import { useQuery } from '@tanstack/react-query';

import { sampleQuestionsQuery } from '../../api/queries';
import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './sample-questions.module.css';

interface SampleQuestionsProps {
  onAsk: (question: string) => void;
}

/** Questions that the sample answers, one in each language; a press asks. */
export function SampleQuestions({ onAsk }: SampleQuestionsProps) {
  const { t } = useI18n();
  const questions = useQuery(sampleQuestionsQuery).data ?? [];
  if (questions.length === 0) return null;
  return (
    <ul className={classes.questions} aria-label={t('chat.sample_questions')}>
      {questions.map(({ language, text }) => (
        <li key={language}>
          <button
            type="button"
            className={classes.question}
            lang={language}
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
