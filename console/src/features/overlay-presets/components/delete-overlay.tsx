import type { OverlayPreset } from '@kinora/contract/overlay-presets';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deleteOverlay, refreshOverlays } from '../data.ts';

type Props = { overlay: OverlayPreset | undefined; onClose: () => void };

export function DeleteOverlay({ overlay, onClose }: Props) {
  const t = useTranslations('overlayPresets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemoveDialog
      thing={overlay}
      onClose={onClose}
      run={({ id }) => deleteOverlay(scope, id)}
      done={t('delete.done')}
      onDone={() => refreshOverlays(queryClient, scope)}
      title={t('delete.title', { name: overlay?.name ?? '' })}
      button={t('delete.button')}
      item={t('item')}
    >
      <p>{t('delete.text')}</p>
    </RemoveDialog>
  );
}
