import type { MemoryMessage } from '../../api/memory-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { Name } from '../../ui/name';
import { markedPieces } from './marked-text';
import classes from './message-quote.module.css';
import { useDays } from './use-days';

interface MessageQuoteProps {
  message: MemoryMessage;
  /** In code points: the words that facts were taken from. */
  spans: readonly (readonly number[])[];
}

/** A message as it was said, with the words marked that facts rest on. */
export function MessageQuote({ message, spans }: MessageQuoteProps) {
  const { moment } = useDays();
  return (
    <figure className={classes.quote} data-role={message.role}>
      <figcaption className={classes.who}>
        <Speaker message={message} />
        <span>{moment(message.at)}</span>
      </figcaption>
      <MarkedWords text={message.text} spans={spans} />
    </figure>
  );
}

/** Who said it: the user, the assistant, or somebody by name. */
export function Speaker({ message }: { message: Pick<MemoryMessage, 'speaker' | 'role'> }) {
  const { t } = useI18n();
  if (message.speaker === 'user') return <span>{t('memory.the_user')}</span>;
  if (message.role === 'assistant') return <span>{t('memory.say_who_assistant')}</span>;
  return <Name>{message.speaker}</Name>;
}

export function MarkedWords({ text, spans }: { text: string; spans: MessageQuoteProps['spans'] }) {
  return (
    <Directed as="p" text={text} className={classes.words}>
      {markedPieces(text, spans).map((piece, place) =>
        piece.marked ? <mark key={place}>{piece.text}</mark> : <span key={place}>{piece.text}</span>,
      )}
    </Directed>
  );
}
