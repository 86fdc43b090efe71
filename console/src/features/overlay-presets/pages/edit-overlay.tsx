import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { FormSkeleton } from '../../presets/components/form-skeleton.tsx';
import { mayManagePresets } from '../../presets/rules/access.ts';
import { OverlayForm } from '../components/overlay-form.tsx';
import { overlaysQuery } from '../data.ts';

export function EditOverlayPage() {
  const t = useTranslations('overlayPresets');
  const errors = useTranslations('errors.notFound');
  const { namespace, role } = useTeam();
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
          if (overlay === undefined) {
            return (
              <EmptyState
                icon={IconMapPinOff}
                title={errors('title', { item: t('item') })}
                actions={
                  <Button component={Link} to={back.to} variant="default">
                    {back.label}
                  </Button>
                }
              >
                {errors('detail')}
              </EmptyState>
            );
          }
          if (mayManagePresets(role)) return <OverlayForm key={overlay.id} overlay={overlay} />;
          return <Forbidden title={t('forbidden.title')} text={t('forbidden.text')} back={back} />;
        }}
      </Loaded>
    </>
  );
}
