import type { PageQuery } from '../../../base/lazy-query.ts';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { OverlayList, OverlayListSkeleton } from '../components/overlay-list.tsx';
import { overlaysQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => overlaysQuery(scope);

export function OverlaysPage() {
  const t = useTranslations('overlayPresets');
  const scope = useTeamScope();
  const overlays = useQuery(overlaysQuery(scope));
  return (
    <ListPage
      query={overlays}
      title={t('title')}
      lead={t('lead')}
      create={{ label: t('create'), to: paths.overlayCreate(scope.teamName) }}
      item={t('item')}
      empty={{ icon: IconPhotoPlus, title: t('empty.title'), text: t('empty.text') }}
      skeleton={<OverlayListSkeleton />}
    >
      {(rows) => <OverlayList overlays={rows} />}
    </ListPage>
  );
}
