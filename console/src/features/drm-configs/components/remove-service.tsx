import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deleteService, refreshDrm } from '../data.ts';
import { listServices } from '../rules/services.ts';

type Props = { config: DrmConfig; service: DrmService | undefined; onClose: () => void };

/** Says what stops playing before a service is ended. The last one stays while videos need it. */
export function RemoveService({ config, service, onClose }: Props) {
  const t = useTranslations('drmConfigs');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  // Keeps its words while it closes.
  const [shown, setShown] = useState<DrmService>('fairplay');
  if (service !== undefined && service !== shown) setShown(service);
  const name = t(`devices.names.${shown}`);
  const isLast = listServices(config).length === 1;
  if (isLast && config.videoCount > 0) {
    return (
      <Dialog
        opened={service !== undefined}
        onClose={onClose}
        title={t('remove.inUse', { service: name })}
      >
        <p>{t('remove.videos', { count: config.videoCount })}</p>
        <p>{t('remove.inUseText')}</p>
      </Dialog>
    );
  }
  return (
    <RemoveDialog
      thing={service}
      onClose={onClose}
      run={(one) => deleteService(scope, config.id, one)}
      done={t('remove.done', { service: name })}
      onDone={() => refreshDrm(queryClient, scope)}
      title={t('remove.title', { service: name })}
      button={t('remove.button')}
      item={t('form.item')}
    >
      <p>{t('remove.text', { devices: t(`devices.on.${shown}`) })}</p>
      {config.videoCount > 0 && <p>{t('remove.videos', { count: config.videoCount })}</p>}
      {isLast && <p>{t('remove.last')}</p>}
    </RemoveDialog>
  );
}
