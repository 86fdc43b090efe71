import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconPhotoPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PresetListHead } from '../../presets/components/preset-list-head.tsx';
import { OverlayList, OverlayListSkeleton } from '../components/overlay-list.tsx';
import { overlaysQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => overlaysQuery(scope);

export function OverlaysPage() {
  const t = useTranslations('overlayPresets');
  const { namespace } = useTeam();
  const overlays = useQuery(overlaysQuery(useTeamScope()));
  const create = (
    <Button
      component={Link}
      to={paths.overlayCreate(namespace)}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('create')}
    </Button>
  );
  const isFilled = (overlays.data?.data.length ?? 0) > 0;
  return (
    <>
      <PresetListHead title={t('title')} lead={t('lead')} {...(isFilled && { actions: create })} />
      <Loaded query={overlays} skeleton={<OverlayListSkeleton />} item={t('item')}>
        {({ data }) =>
          data.length > 0 ? (
            <OverlayList overlays={data} />
          ) : (
            <EmptyState icon={IconPhotoPlus} title={t('empty.title')} actions={create}>
              {t('empty.text')}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
