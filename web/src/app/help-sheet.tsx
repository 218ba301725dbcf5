import { Modal } from '@mantine/core';

import { useI18n } from '../i18n/i18n-provider';
import { Keys } from '../ui/keys';
import { chordsOf } from '../ui/shortcuts';
import { useFocusBack } from '../ui/use-focus-back';
import { useShortcutGroups } from '../ui/use-shortcuts';
import classes from './help-sheet.module.css';

/** Every key of the screen that is open, by the part it belongs to. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const groups = useShortcutGroups();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.shortcuts')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.label} className={classes.row}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Keys chord={chordsOf(shortcut)[0] ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
