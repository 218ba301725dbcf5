import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';

import classes from './notify.module.css';

interface Undo {
  label: string;
  run: () => void;
}

/**
 * Say in passing that something is done, with the way back where there is one.
 *
 * What it returns takes the notice away, for when the way back is closed.
 */
export function notifyDone(message: string, undo?: Undo): () => void {
  const id = crypto.randomUUID?.() ?? String(performance.now());
  const takeBack = () => {
    notifications.hide(id);
    undo?.run();
  };
  notifications.show({
    id,
    icon: <IconCheck size={16} aria-hidden />,
    color: 'var(--good)',
    autoClose: undo ? 10_000 : 4_000,
    withCloseButton: false,
    message: (
      <span className={classes.line}>
        <span>{message}</span>
        {undo && (
          <Button variant="subtle" size="compact-sm" onClick={takeBack}>
            {undo.label}
          </Button>
        )}
      </span>
    ),
  });
  return () => notifications.hide(id);
}
