import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconExternalLink,
  IconHighlight,
  IconPrinter,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

import type { KesherDocument } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { pictureUrl } from './picture-width';
import { printPicture } from './print-page';
import classes from './viewer-pane.module.css';
import {
  currentPassage,
  LEAST_ZOOM,
  MOST_ZOOM,
  visiblePages,
  type ViewerAction,
  type ViewerState,
} from './viewer-state';

// About 300 to the inch on A4.
const PRINT_PIXELS = 2_400;

interface ViewerToolbarProps {
  roomId: string;
  state: ViewerState;
  document: KesherDocument | undefined;
  dispatch: (action: ViewerAction) => void;
  onClose: () => void;
}

/** The viewer's own keys, each with a button: pages, passages, zoom, close. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { state, document, dispatch, onClose } = props;
  const { t } = useI18n();
  const totalPages = document?.pages_total ?? 0;
  const pages = visiblePages(state);
  const first = pages[0] ?? 1;
  const last = pages.at(-1) ?? 1;
  const turn = (step: 1 | -1) => dispatch({ type: 'page', step, total: totalPages });
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('viewer.toolbar')}>
      <Tool
        icon={IconChevronLeft}
        label={t('viewer.previous_page')}
        disabled={first <= 1}
        onClick={() => turn(-1)}
        pointsAlong
      />
      <span className={classes.count}>
        {document &&
          t('viewer.pages_of', {
            pages: first === last ? `${first}` : `${first}–${last}`,
            total: totalPages,
          })}
      </span>
      <Tool
        icon={IconChevronRight}
        label={t('viewer.next_page')}
        disabled={last >= totalPages}
        onClick={() => turn(1)}
        pointsAlong
      />
      <PassageTools state={state} dispatch={dispatch} />
      <span className={classes.gap} />
      <Tool
        icon={IconZoomOut}
        label={t('viewer.zoom_out')}
        disabled={state.zoom <= LEAST_ZOOM}
        onClick={() => dispatch({ type: 'zoom', step: -1 })}
      />
      <Tool
        icon={IconZoomIn}
        label={t('viewer.zoom_in')}
        disabled={state.zoom >= MOST_ZOOM}
        onClick={() => dispatch({ type: 'zoom', step: 1 })}
      />
      <ZoomShown state={state} dispatch={dispatch} />
      <Ways {...props} page={first} />
      <Tool icon={IconX} label={t('viewer.close')} onClick={onClose} />
    </div>
  );
}

/** How large the page is shown; a press fits it to the pane again. */
function ZoomShown({ state, dispatch }: Pick<ViewerToolbarProps, 'state' | 'dispatch'>) {
  const { t, locale } = useI18n();
  if (state.zoom === 1) return null;
  const shown = new Intl.NumberFormat(locale, { style: 'percent' }).format(state.zoom);
  return (
    <Tooltip label={t('viewer.fit')}>
      <UnstyledButton
        className={classes.zoom}
        aria-label={t('viewer.fit')}
        onClick={() => dispatch({ type: 'zoom_to', zoom: 1 })}
      >
        <bdi className="numbers">{shown}</bdi>
      </UnstyledButton>
    </Tooltip>
  );
}

/** Ways out of the pane: the whole document in a tab of its own, the page on paper. */
function Ways({ roomId, state, page }: ViewerToolbarProps & { page: number }) {
  const { t } = useI18n();
  const documentId = currentPassage(state)?.documentId ?? '';
  return (
    <>
      <Tooltip label={t('viewer.new_tab')}>
        <ActionIcon
          component="a"
          href={`/rooms/${roomId}/documents/${documentId}?page=${page}`}
          target="_blank"
          variant="subtle"
          color="gray"
          aria-label={t('viewer.new_tab')}
        >
          <IconExternalLink size={18} stroke={1.7} className={classes.along} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.wide}>
        <Tool
          icon={IconPrinter}
          label={t('viewer.print')}
          onClick={() => printPicture(pictureUrl(documentId, page, PRINT_PIXELS))}
        />
      </span>
    </>
  );
}

function PassageTools({ state, dispatch }: Pick<ViewerToolbarProps, 'state' | 'dispatch'>) {
  const { t } = useI18n();
  const { passages, index } = state;
  if (passages.length < 2) return null;
  return (
    <>
      <span className={classes.divider} />
      <Tool
        icon={IconChevronLeft}
        label={t('viewer.previous_passage')}
        disabled={index === 0}
        onClick={() => dispatch({ type: 'passage', step: -1 })}
        pointsAlong
      />
      <span className={classes.count}>
        <IconHighlight size={15} aria-hidden />
        <span className="visually-hidden">{t('viewer.passage')}</span>
        <span className="numbers">
          {index + 1}/{passages.length}
        </span>
      </span>
      <Tool
        icon={IconChevronRight}
        label={t('viewer.next_passage')}
        disabled={index === passages.length - 1}
        onClick={() => dispatch({ type: 'passage', step: 1 })}
        pointsAlong
      />
    </>
  );
}

interface ToolProps {
  icon: ComponentType<{ size: number; stroke: number; className?: string | undefined }>;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pointsAlong?: boolean;
}

function Tool({ icon: Icon, label, onClick, disabled = false, pointsAlong = false }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.7} className={pointsAlong ? classes.along : undefined} />
      </ActionIcon>
    </Tooltip>
  );
}
