import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../../ui/dialog.tsx';
import { listServices } from '../../rules/services.ts';
import { FairplayFields } from './fairplay-form.tsx';
import { PlayreadyFields } from './playready-form.tsx';
import { WidevineFields } from './widevine-form.tsx';

type Props = { opened: boolean; onClose: () => void; config: DrmConfig; service: DrmService };

const FORMS = { fairplay: FairplayFields, widevine: WidevineFields, playready: PlayreadyFields };

/** Sets a service up, or changes it. */
export function ServiceDialog({ opened, onClose, config, service }: Props) {
  const t = useTranslations('drmConfigs');
  const Fields = FORMS[service];
  const isThere = listServices(config).includes(service);
  // Keeps its title while it shows the result.
  const [wasThere, setWasThere] = useState(isThere);
  if (!opened && wasThere !== isThere) setWasThere(isThere);
  const title = t(wasThere ? 'form.changeTitle' : 'form.title', {
    service: t(`devices.names.${service}`),
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={600}>
      {opened && <Fields config={config} onClose={onClose} />}
    </Dialog>
  );
}
