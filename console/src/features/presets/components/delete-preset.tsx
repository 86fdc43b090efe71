import type { Preset } from '@kinora/contract/presets';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deletePreset, refreshPresets } from '../data.ts';

type Props = {
  /** Undefined closes the dialog. */
  preset: Preset | undefined;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks first; a preset that a project or a video uses stays, and the dialog says so. */
export function DeletePreset({ preset, onClose, onDeleted }: Props) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (id: string) => deletePreset(scope, id),
    item: t('item'),
    done: t('delete.done'),
    onDone: async () => {
      await onDeleted?.();
      onClose();
      await refreshPresets(queryClient, scope);
    },
    shownByPage: () => true,
  });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={preset !== undefined}
      onClose={close}
      onConfirm={() => preset && save.mutate(preset.id)}
      title={t('delete.title', { name: preset?.name ?? '' })}
      confirmLabel={t('delete.button')}
      danger
      busy={save.isPending}
      error={save.error}
      item={t('item')}
    >
      <p>{t('delete.text')}</p>
    </ConfirmDialog>
  );
}
