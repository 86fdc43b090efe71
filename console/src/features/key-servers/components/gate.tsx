import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** Key servers are for who manages the team; others are told so. */
export function Gate({ children }: { children: ReactNode }) {
  const t = useTranslations('keyServers');
  const { namespace, role } = useTeam();
  if (mayManageTeam(role)) return children;
  return (
    <>
      <PageHead title={t('title')} />
      <Forbidden
        title={t('forbidden.title')}
        text={t('forbidden.text')}
        back={{ to: paths.presets(namespace), label: t('backToPresets') }}
      />
    </>
  );
}
