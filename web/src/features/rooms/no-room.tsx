import { Button } from '@mantine/core';
import { IconDoorOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';

interface NoRoomProps {
  error: unknown;
  onRetry: () => void;
}

/** What stands in place of a room that cannot be opened, or not any more. */
export function NoRoom({ error, onRetry }: NoRoomProps) {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={<IconDoorOff size={40} stroke={1.3} />}
      title={t('rooms.unavailable')}
      actions={
        <Button component={Link} to="/" variant="default">
          {t('not_found.to_rooms')}
        </Button>
      }
    >
      <ProblemNotice error={error} onRetry={onRetry} />
    </EmptyState>
  );
}
