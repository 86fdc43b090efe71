import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { FormSkeleton } from '../../presets/components/form-skeleton.tsx';
import { OverlayForm } from '../components/overlay-form.tsx';
import { overlaysQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => overlaysQuery(scope);

export function EditOverlayPage() {
  const t = useTranslations('overlayPresets');
  const { namespace } = useTeam();
  const id = useRouteParam('overlayId');
  const overlays = useQuery(overlaysQuery(useTeamScope()));
  const overlay = overlays.data?.data.find((one) => one.id === id);
  const list = paths.overlays(namespace);
  const back = { to: list, label: t('backToList') };
  return (
    <>
      <PageHead title={overlay?.name ?? t('item')} crumbs={[{ label: t('title'), to: list }]} />
      <Loaded query={overlays} skeleton={<FormSkeleton />} item={t('item')}>
        {() => {
          if (overlay === undefined) return <MissingItem item={t('item')} back={back} />;
          return <OverlayForm key={overlay.id} overlay={overlay} />;
        }}
      </Loaded>
    </>
  );
}
