import { useTranslations } from 'use-intl';
import { useTeam } from '../base/team-scope.ts';
import { paths } from '../paths.ts';
import { Forbidden } from './forbidden.tsx';
import { PageHead } from './page-head.tsx';

/** Stands in place of every screen that a member of the team may not see. */
export function ManagersOnly({ title }: { title: string }) {
  const t = useTranslations('ui');
  const { namespace } = useTeam();
  return (
    <>
      <PageHead title={title} />
      <Forbidden
        title={t('managersOnly.title')}
        text={t('managersOnly.text')}
        back={{ to: paths.team(namespace), label: t('notFound.home') }}
      />
    </>
  );
}
