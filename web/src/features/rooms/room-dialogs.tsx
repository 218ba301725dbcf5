import { useNavigate } from '@tanstack/react-router';

import type { Room } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import { Confirm } from '../../ui/confirm';
import { RoomForm } from './room-form';
import type { useRooms } from './use-rooms';

export type RoomDialog = { kind: 'create' } | { kind: 'edit' | 'leave' | 'delete'; room: Room };

interface RoomDialogsProps {
  dialog: RoomDialog | null;
  model: ReturnType<typeof useRooms>;
  onClose: () => void;
}

/** The questions that the list asks: a new room's name, a changed one, whether to leave or delete. */
export function RoomDialogs({ dialog, model, onClose }: RoomDialogsProps) {
  const close = () => {
    model.create.reset();
    model.update.reset();
    model.remove.reset();
    model.leave.reset();
    onClose();
  };
  if (dialog === null) return null;
  if (dialog.kind === 'create') return <CreateRoom model={model} onClose={close} />;
  if (dialog.kind === 'edit') return <EditRoom room={dialog.room} model={model} onClose={close} />;
  if (dialog.kind === 'leave') return <LeaveRoom room={dialog.room} model={model} onClose={close} />;
  return <DeleteRoom room={dialog.room} model={model} onClose={close} />;
}

interface DialogProps {
  model: ReturnType<typeof useRooms>;
  onClose: () => void;
}

function CreateRoom({ model, onClose }: DialogProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <RoomForm
      title={t('rooms.new')}
      action={t('rooms.create')}
      busy={model.create.isPending}
      error={model.create.error}
      onClose={onClose}
      onSubmit={(draft) =>
        model.create.mutate(draft, {
          onSuccess: (room) =>
            void navigate({ to: '/rooms/$roomId', params: { roomId: room.id } }),
        })
      }
    />
  );
}

function EditRoom({ room, model, onClose }: DialogProps & { room: Room }) {
  const { t } = useI18n();
  return (
    <RoomForm
      title={t('rooms.edit')}
      action={t('common.save')}
      start={{ name: room.name, ocrLanguages: room.ocr_languages }}
      busy={model.update.isPending}
      error={model.update.error}
      onClose={onClose}
      onSubmit={(draft) => model.update.mutate({ id: room.id, draft }, { onSuccess: onClose })}
    />
  );
}

function DeleteRoom({ room, model, onClose }: DialogProps & { room: Room }) {
  const { t } = useI18n();
  return (
    <Confirm
      opened
      title={t('rooms.delete_title', { name: room.name })}
      action={t('rooms.delete')}
      busy={model.remove.isPending}
      error={model.remove.error}
      onClose={onClose}
      onConfirm={() => model.remove.mutate(room.id, { onSuccess: onClose })}
    >
      {t('rooms.delete_explain', { count: room.figures.documents })}
    </Confirm>
  );
}

function LeaveRoom({ room, model, onClose }: DialogProps & { room: Room }) {
  const { t } = useI18n();
  return (
    <Confirm
      opened
      title={t('rooms.leave_title', { name: room.name })}
      action={t('rooms.leave')}
      busy={model.leave.isPending}
      error={model.leave.error}
      onClose={onClose}
      onConfirm={() => model.leave.mutate(room.id, { onSuccess: onClose })}
    >
      {t('rooms.leave_explain')}
    </Confirm>
  );
}
