import type { KeyServer } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { UserLinks, UserLists } from '../../../ui/user-links.tsx';
import { countHidden } from '../rules/state.ts';

/** The presets and projects that encrypt with a server, each a link. */
export function UsedBy({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.usedBy');
  const { namespace } = useTeam();
  const { presets, projects, projectCount } = server;
  const hidden = countHidden(server);
  return (
    <UserLists>
      {presets.length > 0 && (
        <UserLinks
          title={t('presets')}
          more={undefined}
          users={presets.map(({ id, name }) => ({ name, to: paths.preset(namespace, id) }))}
        />
      )}
      {projectCount > 0 && (
        <UserLinks
          title={t('projects')}
          more={hidden > 0 ? t('hidden', { count: hidden }) : undefined}
          users={projects.map(({ key, name }) => ({
            ...{ name, to: `${paths.projectSettings(namespace, key)}#encryption` },
          }))}
        />
      )}
    </UserLists>
  );
}
