import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { useI18n } from '../i18n/i18n-provider';
import { ProblemNotice } from './problem-notice';

interface ConfirmProps {
  opened: boolean;
  title: string;
  action: string;
  children: ReactNode;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Ask before something is lost, saying what is lost. */
export function Confirm(props: ConfirmProps) {
  const { t } = useI18n();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div>{props.children}</div>
      {props.error !== null && <ProblemNotice error={props.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={props.busy} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </Group>
    </Modal>
  );
}
