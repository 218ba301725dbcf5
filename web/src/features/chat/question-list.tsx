import { useI18n } from '../../i18n/i18n-provider';
import { directionOf } from '../../ui/direction';
import classes from './suggestions.module.css';

interface QuestionListProps {
  questions: readonly string[];
  onAsk: (question: string) => void;
}

/** Questions to begin with, each in its own direction; a press asks. */
export function QuestionList({ questions, onAsk }: QuestionListProps) {
  const { t } = useI18n();
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
