import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { CheckFormView } from '../components/check-form.tsx';

export function AccessChecksPage() {
  const t = useTranslations('accessChecks');
  const { namespace, role } = useTeam();
  const back = { to: paths.projects(namespace), label: t('back') };
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} />
      {mayManageTeam(role) ? (
        <CheckFormView />
      ) : (
        <Forbidden title={t('forbidden.title')} text={t('forbidden.text')} back={back} />
      )}
    </>
  );
}
