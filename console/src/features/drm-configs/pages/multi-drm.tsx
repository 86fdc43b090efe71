import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import columns from '../../../ui/columns.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { AddJwtKey } from '../components/add-jwt-key.tsx';
import { JwtKeyTable } from '../components/jwt-key-table.tsx';
import { jwtKeysQuery } from '../data.ts';

/** The keys that check tokens for licences; what else multi-DRM needs is not there yet. */
export function MultiDrmPage() {
  const t = useTranslations('drmConfigs');
  const { namespace, role } = useTeam();
  return (
    <>
      <PageHead title={t('title')} facts={t('lead')} />
      {mayManageTeam(role) ? (
        <Keys isAdmin={role === 'admin'} />
      ) : (
        <Forbidden
          title={t('forbidden.title')}
          text={t('forbidden.text')}
          back={{ to: paths.projects(namespace), label: t('forbidden.back') }}
        />
      )}
    </>
  );
}

function Keys({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations('drmConfigs');
  const query = useQuery(jwtKeysQuery(useTeamScope()));
  return (
    <div className={columns.column}>
      <Note tone="info">{t('others')}</Note>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ configId, keys }) => (
          <>
            {keys.length === 0 ? (
              <EmptyState icon={IconKey} title={t('empty.title')}>
                {t(isAdmin ? 'empty.text' : 'empty.ask')}
              </EmptyState>
            ) : (
              <JwtKeyTable configId={configId} keys={keys} isAdmin={isAdmin} />
            )}
            {isAdmin ? (
              <AddJwtKey configId={configId} />
            ) : (
              keys.length > 0 && <Note tone="info">{t('empty.ask')}</Note>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
