import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../base/team-role.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { keyServerQuery } from '../../key-servers/data.ts';
import classes from './preset-facts.module.css';

/** Shows the server that gives the keys of a preset. Only managers of the team know its servers. */
export function EncryptionFact({ keyServerId }: { keyServerId: string }) {
  const t = useTranslations('presets.encryption');
  const { namespace, role } = useTeam();
  const mayKnow = mayManageTeam(role);
  const server = useQuery({ ...keyServerQuery(useTeamScope(), keyServerId), enabled: mayKnow });
  return (
    <>
      <dt>{t('fact')}</dt>
      <dd>
        {mayKnow ? (
          <Link to={paths.keyServer(namespace, keyServerId)}>
            {server.data?.name ?? t('server')}
          </Link>
        ) : (
          t('byServer')
        )}
        <span className={classes.second}>{t('hint')}</span>
      </dd>
    </>
  );
}
