import type { DrmConfig } from '@kinora/contract/drm-configs';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { channelsQuery } from '../../playback-channels/data.ts';
import { refreshDrm, setMediaService } from '../data.ts';
import { listLicenceHosts } from '../rules/services.ts';

/** Stands for no host: a select has texts alone. */
const EACH_ITS_OWN = '';

type Props = { config: DrmConfig; isAdmin: boolean };

/** The one host at which players ask for licences. */
export function MediaServiceCard({ config, isAdmin }: Props) {
  const t = useTranslations('drmConfigs.mediaService');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const channels = useQuery(channelsQuery(scope));
  const save = useSave({
    run: (hostname: string) =>
      setMediaService(scope, config.id, hostname === EACH_ITS_OWN ? null : hostname),
    done: ({ mediaService: { hostname } }) =>
      hostname === null ? t('doneEach') : t('done', { hostname }),
    onDone: () => refreshDrm(queryClient, scope),
  });
  return (
    <Card>
      <Loaded query={channels} skeleton={<Skeleton height={64} />} item={t('label')}>
        {({ data }) => (
          <Select
            label={t('label')}
            description={t('note')}
            data={[{ value: EACH_ITS_OWN, label: t('each') }, ...listLicenceHosts(data)]}
            value={config.mediaService.hostname ?? EACH_ITS_OWN}
            onChange={(value) => save.mutate(value ?? EACH_ITS_OWN)}
            allowDeselect={false}
            disabled={!isAdmin || save.isPending}
          />
        )}
      </Loaded>
    </Card>
  );
}
