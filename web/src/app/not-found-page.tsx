import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useI18n } from '../i18n/i18n-provider';
import { EmptyState } from '../ui/empty-state';

export function NotFoundPage() {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={<IconMapQuestion size={40} stroke={1.3} />}
      title={t('not_found.title')}
      actions={
        <Button component={Link} to="/">
          {t('not_found.to_rooms')}
        </Button>
      }
    />
  );
}
