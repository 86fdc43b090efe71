import type { Preset } from '@kinora/contract/presets';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deletePreset, refreshPresets } from '../data.ts';

type Props = {
  /** Undefined closes the dialog. */
  preset: Preset | undefined;
  /** Has its code fetched where that comes later. */
  opened?: boolean;
  onClose: () => void;
  onDeleted?: () => void | Promise<void>;
};

/** Asks first; a preset that a project or a video uses stays, and the dialog says so. */
export function DeletePreset({ preset, onClose, onDeleted }: Props) {
  const t = useTranslations('presets');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemoveDialog
      thing={preset}
      onClose={onClose}
      run={({ id }) => deletePreset(scope, id)}
      done={t('delete.done')}
      onDone={async () => {
        await onDeleted?.();
        await refreshPresets(queryClient, scope);
      }}
      title={t('delete.title', { name: preset?.name ?? '' })}
      button={t('delete.button')}
      item={t('item')}
    >
      <p>{t('delete.text')}</p>
    </RemoveDialog>
  );
}
