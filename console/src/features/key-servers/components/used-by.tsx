import type { KeyServer } from '@kinora/contract/key-servers';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { countHidden } from '../rules/state.ts';
import classes from './key-servers.module.css';

/** The presets and projects that encrypt with a server, each a link. */
export function UsedBy({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.usedBy');
  const { namespace } = useTeam();
  const { presets, projects, projectCount } = server;
  const hidden = countHidden(server);
  return (
    <div className={classes.users}>
      {presets.length > 0 && (
        <Users
          title={t('presets')}
          users={presets.map(({ id, name }) => ({ name, to: paths.preset(namespace, id) }))}
        />
      )}
      {projectCount > 0 && (
        <Users
          title={t('projects')}
          users={projects.map(({ key, name }) => ({
            ...{ name, to: `${paths.projectSettings(namespace, key)}#encryption` },
          }))}
        >
          {hidden > 0 && <li>{t('hidden', { count: hidden })}</li>}
        </Users>
      )}
    </div>
  );
}

type UsersProps = {
  title: string;
  users: { name: string; to: string }[];
  children?: ReactNode;
};

function Users({ title, users, children }: UsersProps) {
  return (
    <section>
      <h3 className={classes.second}>{title}</h3>
      <ul className={classes.list}>
        {users.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}
