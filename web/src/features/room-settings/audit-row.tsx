import type { AuditEvent } from '../../api/people-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { isMessageKey } from '../../i18n/translate';
import { Name } from '../../ui/name';
import classes from './audit.module.css';
import { actKey, actorOf, thingOf } from './audit-view';

interface AuditRowProps {
  event: AuditEvent;
  names: Record<string, string>;
  /** The room whose list it is; its own name is not said in every row. */
  roomId: string | null;
}

/** One event as a sentence: who, what, to what, and when. */
export function AuditRow({ event, names, roomId }: AuditRowProps) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const key = actKey(event);
  const thing = thingOf(roomId === null ? event : { ...event, room_id: null }, names);
  const { role } = event.details;
  return (
    <li className={classes.event} data-outcome={event.outcome}>
      <span className={classes.sentence}>
        <Actor event={event} names={names} />
        <span>
          {event.outcome !== 'done' && (
            <span className={classes.refused}>{t(`audit.outcome_${event.outcome}`)} </span>
          )}
          {isMessageKey(key) ? t(key) : <bdi dir="ltr">{event.action}</bdi>}
          {thing !== null && (
            <>
              {': '}
              <Name>{thing}</Name>
            </>
          )}
          {typeof role === 'string' && isMessageKey(`people.role_name_${role}`) && (
            <span className={classes.soft}> ({t(`people.role_name_${role}` as 'people.role_name_viewer')})</span>
          )}
        </span>
      </span>
      <time dateTime={event.at} className={classes.soft}>
        {at.format(new Date(event.at))}
      </time>
    </li>
  );
}

function Actor({ event, names }: { event: AuditEvent; names: Record<string, string> }) {
  const { t } = useI18n();
  const actor = actorOf(event, names);
  if (actor.kind === 'named') return <Name className={classes.actor}>{actor.name}</Name>;
  return <span className={classes.actor}>{t(`audit.by_${actor.kind}`)}</span>;
}
