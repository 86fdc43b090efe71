import type { KeyServer } from '@kinora/contract/key-servers';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import classes from './key-servers.module.css';

/** The presets that encrypt with a server, each a link. */
export function PresetList({ presets }: Pick<KeyServer, 'presets'>) {
  const { namespace } = useTeam();
  return (
    <ul className={classes.list}>
      {presets.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.preset(namespace, id)}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
