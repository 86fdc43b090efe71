import type { KeyServer } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { UserLinks, UserLists } from '../../../ui/user-links.tsx';
import { countHidden, isUsed } from '../rules/state.ts';

/** Stands beside every page of a server: who encrypts with it. */
export function UsedByCard({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.usedBy');
  const used = isUsed(server);
  const unused = server.hasVideos ? 'videosText' : 'noneText';
  return (
    <Card title={t('title')} note={t(used ? 'note' : unused)}>
      {used && <UsedBy server={server} />}
    </Card>
  );
}

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
            name,
            to: `${paths.projectSettings(namespace, key)}#encryption`,
          }))}
        />
      )}
    </UserLists>
  );
}
