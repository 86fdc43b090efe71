import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deleteOverlay, refreshOverlays } from '../data.ts';

type Props = { overlay: OverlayPreset | undefined; onClose: () => void };

export function DeleteOverlay({ overlay, onClose }: Props) {
  const t = useTranslations('overlayPresets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (id: string) => deleteOverlay(scope, id),
    item: t('item'),
    done: t('delete.done'),
    onDone: async () => {
      onClose();
      await refreshOverlays(queryClient, scope);
    },
    shownByPage: () => true,
  });
  return (
    <ConfirmDialog
      opened={overlay !== undefined}
      onClose={() => {
        save.reset();
        onClose();
      }}
      onConfirm={() => overlay && save.mutate(overlay.id)}
      title={t('delete.title', { name: overlay?.name ?? '' })}
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
