import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { threadQuery } from '../../api/queries';
import { isTrajectory, type RequestDetail, requestsOfQuery } from '../../api/request-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { usd } from '../../ui/usd';
import classes from './inspector.module.css';
import { StabilityBar } from './stability-bar';

/** What was asked of which model, what it took, and the way to its neighbours. */
export function RequestHead({ request }: { request: RequestDetail }) {
  const { t, locale } = useI18n();
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const output = request.usage?.output_tokens ?? null;
  return (
    <header className={classes.head}>
      <p className={classes.facts}>
        {t(`inspector.purpose_${request.purpose}`)}
        {' · '}
        <bdi>{request.model}</bdi>
        {' · '}
        <time dateTime={request.at}>{at.format(new Date(request.at))}</time>
        {output !== null && ` · ${t('inspector.answered', { tokens: output })}`}
        {request.price_usd !== null && (
          <>
            {' · '}
            <bdi>{usd(request.price_usd)}</bdi>
          </>
        )}
        {' · '}
        <bdi dir="ltr">{request.id}</bdi>
      </p>
      <StabilityBar request={request} />
      <div className={classes.ways}>
        {!isTrajectory(request.owner_id) && <ToThread threadId={request.owner_id} />}
        <Neighbours request={request} />
      </div>
    </header>
  );
}

function ToThread({ threadId }: { threadId: string }) {
  const { t } = useI18n();
  const thread = useQuery(threadQuery(threadId));
  if (!thread.data) return null;
  return (
    <Button
      component={Link}
      to={`/rooms/${thread.data.room_id}?thread=${threadId}`}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
    >
      {t('record.to_thread')}
    </Button>
  );
}

/** The requests before and after it for the same thread or trajectory. */
function Neighbours({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const siblings = useQuery(requestsOfQuery(request.owner_id)).data ?? [];
  const place = siblings.findIndex(({ id }) => id === request.id);
  if (place < 0 || siblings.length < 2) return null;
  const earlier = siblings[place - 1];
  const later = siblings[place + 1];
  return (
    <>
      {earlier && (
        <Button
          component={Link}
          to={`/requests/${earlier.id}`}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconChevronLeft size={16} aria-hidden className={classes.along} />}
        >
          {t('inspector.earlier')}
        </Button>
      )}
      <span className={classes.facts}>
        {t('inspector.place', { place: place + 1, count: siblings.length })}
      </span>
      {later && (
        <Button
          component={Link}
          to={`/requests/${later.id}`}
          variant="subtle"
          size="compact-sm"
          rightSection={<IconChevronRight size={16} aria-hidden className={classes.along} />}
        >
          {t('inspector.later')}
        </Button>
      )}
    </>
  );
}
