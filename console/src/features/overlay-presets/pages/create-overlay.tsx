import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { OverlayForm } from '../components/overlay-form.tsx';

export function CreateOverlayPage() {
  const t = useTranslations('overlayPresets');
  const { namespace } = useTeam();
  const list = paths.overlays(namespace);
  return (
    <>
      <PageHead title={t('create')} crumbs={[{ label: t('title'), to: list }]} />
      <OverlayForm />
    </>
  );
}
