import { Button, Loader } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { documentQuery } from '../../api/document-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { ProblemNotice } from '../../ui/problem-notice';
import { useRoom } from '../rooms/use-room';
import { Comparison } from './comparison';
import { OpenDocument } from './open-document';

interface ReadingPageProps {
  roomId: string;
  documentId: string;
  /** The page to begin at. */
  page: number;
  /** The version that it is compared with; null: it is shown by itself. */
  compare: string | null;
}

/** A document as we read it: each page's picture beside its words, or two versions side by side. */
export function ReadingPage({ roomId, documentId, page, compare }: ReadingPageProps) {
  const { t } = useI18n();
  const room = useRoom(roomId);
  const document = useQuery(documentQuery(documentId));
  const failed = [room, document].find((query) => query.isError && !query.data);
  if (failed) {
    return (
      <EmptyState
        icon={<IconFileOff size={40} stroke={1.3} />}
        title={t('reading.unavailable')}
        actions={
          <Button component={Link} to={`/rooms/${roomId}`} variant="default">
            {t('reading.to_room')}
          </Button>
        }
      >
        <ProblemNotice error={failed.error} onRetry={() => void failed.refetch()} />
      </EmptyState>
    );
  }
  if (!room.data || !document.data) return <Loader m="xl" aria-label={t('common.loading')} />;
  if (compare !== null) return <Comparison document={document.data} otherId={compare} />;
  return <OpenDocument room={room.data} document={document.data} page={page} />;
}
