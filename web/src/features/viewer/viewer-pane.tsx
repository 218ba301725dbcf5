import { useElementSize } from '@mantine/hooks';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { documentQuery } from '../../api/document-queries';
import { documentsQuery } from '../../api/queries';
import { placesQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Directed } from '../../ui/directed';
import { EmptyState } from '../../ui/empty-state';
import { Name } from '../../ui/name';
import { ProblemNotice } from '../../ui/problem-notice';
import { SectionPath } from '../../ui/section-path';
import { PageCaption } from './page-caption';
import { PagePicture } from './page-picture';
import { isUnmarked, type Passage } from './passage';
import { pictureWidth } from './picture-width';
import { useScrollToHighlight } from './use-scroll-to-highlight';
import type { Viewer } from './use-viewer';
import { useViewerKeys } from './use-viewer-keys';
import { useViewerTouch } from './use-viewer-touch';
import { VersionNotice } from './version-notice';
import classes from './viewer-pane.module.css';
import { currentPassage, visiblePages, type ViewerAction, type ViewerState } from './viewer-state';
import { ViewerToolbar } from './viewer-toolbar';

interface ViewerPaneProps {
  roomId: string;
  viewer: Viewer;
  state: ViewerState;
}

/** The page beside the chat: the very place that a claim rests on, marked. */
export function ViewerPane({ roomId, viewer, state }: ViewerPaneProps) {
  const { t } = useI18n();
  const passage = currentPassage(state);
  const queries = useQueryClient();
  const asked = useQuery({
    ...documentQuery(passage?.documentId ?? ''),
    enabled: passage !== undefined,
    // Known from the list beside: its pages are turned at once, not after another question.
    placeholderData: () =>
      queries
        .getQueryData(documentsQuery(roomId).queryKey)
        ?.find(({ id }) => id === passage?.documentId),
  });
  const document = asked.data;
  const totalPages = document?.pages_total ?? 0;
  const pane = useRef<HTMLElement>(null);
  const onKeyDown = useViewerKeys(totalPages, viewer.dispatch, viewer.close);

  useEffect(() => pane.current?.focus({ preventScroll: true }), [state.opening]);

  if (passage === undefined) return null;
  return (
    <section
      ref={pane}
      className={classes.pane}
      tabIndex={-1}
      aria-label={t('viewer.title', { name: passage.documentName })}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <p className={classes.name}>
          <Name className="one-line">{passage.documentName}</Name>
        </p>
        <SectionPath section={passage.section} className={classes.section} />
        <ViewerToolbar
          roomId={roomId}
          state={state}
          document={document}
          dispatch={viewer.dispatch}
          onClose={viewer.close}
        />
      </header>
      {document && <VersionNotice document={document} />}
      {passage.quote && <PassageQuote passage={passage} quote={passage.quote} />}
      {asked.isError && !document ? (
        <EmptyState icon={<IconFileOff size={36} stroke={1.3} />} title={t('viewer.gone')} />
      ) : (
        <Pages
          key={passage.documentId}
          passage={passage}
          state={state}
          document={document}
          dispatch={viewer.dispatch}
        />
      )}
    </section>
  );
}

function PassageQuote({ passage, quote }: { passage: Passage; quote: string }) {
  const { t } = useI18n();
  return (
    <div className={classes.quote} data-unverified={!passage.verified || undefined}>
      <Directed as="blockquote">{quote}</Directed>
      {!passage.verified && <p>{t('chat.unverified')}</p>}
      {passage.verified && isUnmarked(passage) && <p>{t('viewer.unmarked')}</p>}
    </div>
  );
}

interface PagesProps {
  passage: Passage;
  state: ViewerState;
  document: KesherDocument | undefined;
  dispatch: (action: ViewerAction) => void;
}

function Pages({ passage, state, document, dispatch }: PagesProps) {
  const asked = useQuery({
    ...placesQuery(passage.chunkId ?? ''),
    enabled: passage.places === null && passage.chunkId !== null,
  });
  const { ref, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const places = passage.places ?? asked.data ?? [];
  const pages = visiblePages(state);
  useScrollToHighlight(scroller, `${state.opening}/${state.page}/${places.length}`, width > 0);
  useViewerTouch(scroller, { zoom: state.zoom, totalPages: document?.pages_total ?? 0, dispatch });
  return (
    <div className={classes.scroller} ref={scroller} tabIndex={0}>
      {asked.isError && <ProblemNotice error={asked.error} onRetry={() => void asked.refetch()} />}
      <div ref={ref} className={classes.fit}>
        {width > 0 &&
          pages.map((number) => (
            <div key={number} style={{ width: `${state.zoom * 100}%` }}>
              <PagePicture
                documentId={passage.documentId}
                number={number}
                width={pictureWidth(width * state.zoom, window.devicePixelRatio)}
                boxes={places
                  .filter((place) => place.page_number === number)
                  .flatMap((place) => place.boxes)}
                caption={(text) => <PageCaption document={document} number={number} text={text} />}
              />
            </div>
          ))}
      </div>
    </div>
  );
}
