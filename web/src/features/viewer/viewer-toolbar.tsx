import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconHighlight,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import classes from './viewer-pane.module.css';
import { visiblePages, type ViewerAction, type ViewerState, ZOOMS } from './viewer-state';

interface ViewerToolbarProps {
  state: ViewerState;
  totalPages: number;
  dispatch: (action: ViewerAction) => void;
  onClose: () => void;
}

/** The viewer's own keys, each with a button: pages, passages, zoom, close. */
export function ViewerToolbar({ state, totalPages, dispatch, onClose }: ViewerToolbarProps) {
  const { t } = useI18n();
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
        {t('viewer.pages_of', {
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
        disabled={state.zoom === ZOOMS[0]}
        onClick={() => dispatch({ type: 'zoom', step: -1 })}
      />
      <Tool
        icon={IconZoomIn}
        label={t('viewer.zoom_in')}
        disabled={state.zoom === ZOOMS.at(-1)}
        onClick={() => dispatch({ type: 'zoom', step: 1 })}
      />
      <Tool icon={IconX} label={t('viewer.close')} onClick={onClose} />
    </div>
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
