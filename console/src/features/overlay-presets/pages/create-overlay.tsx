import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { OverlayForm } from '../components/overlay-form.tsx';

export function CreateOverlayPage() {
  const t = useTranslations('overlayPresets');
  const { namespace, role } = useTeam();
  const list = paths.overlays(namespace);
  return (
    <>
      <PageHead title={t('create')} crumbs={[{ label: t('title'), to: list }]} />
      {mayManageTeam(role) ? (
        <OverlayForm />
      ) : (
        <Forbidden
          title={t('forbidden.title')}
          text={t('forbidden.text')}
          back={{ to: list, label: t('backToList') }}
        />
      )}
    </>
  );
}
