import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { mayManagePresets } from '../../presets/rules/access.ts';
import { OverlayForm } from '../components/overlay-form.tsx';

export function CreateOverlayPage() {
  const t = useTranslations('overlayPresets');
  const { namespace, role } = useTeam();
  const list = paths.overlays(namespace);
  return (
    <>
      <PageHead title={t('create')} crumbs={[{ label: t('title'), to: list }]} />
      {mayManagePresets(role) ? (
        <OverlayForm />
      ) : (
        <EmptyState
          icon={IconLock}
          title={t('forbidden.title')}
          actions={
            <Button component={Link} to={list} variant="default">
              {t('backToList')}
            </Button>
          }
        >
          {t('forbidden.text')}
        </EmptyState>
      )}
    </>
  );
}
