import type { KeyServer } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { useIsAt } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import { type Cause, listCauses } from '../rules/checks.ts';
import { type Attention, findAttention } from '../rules/state.ts';
import classes from './key-servers.module.css';

const LOOKS = {
  configure: { tone: 'warning', tab: 'settings' },
  test: { tone: 'warning', tab: 'test' },
  activate: { tone: 'info', tab: 'test' },
  ready: { tone: 'success', tab: undefined },
  failed: { tone: 'danger', tab: 'settings' },
  failedActive: { tone: 'danger', tab: 'settings' },
} as const satisfies Record<Attention, { tone: string; tab: string | undefined }>;

/** Says on every tab what the server lacks, and leads to where that is done. */
export function AttentionBanner({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.attention');
  const { teamName } = useTeamScope();
  const causes = listCauses(server);
  const attention = findAttention(server);
  const { tone, tab } = LOOKS[attention ?? 'ready'];
  const to = paths.keyServer(teamName, server.id, tab);
  const isThere = useIsAt(to);
  if (attention === undefined) return null;
  return (
    <Note tone={tone} title={t(`${attention}.title`)} role="status">
      {causes.map((cause) => (
        <CauseLine key={cause.side ?? 'both'} cause={cause} />
      ))}
      <p>
        {t(attention === 'failed' && causes.length > 0 ? 'failed.noAnswer' : `${attention}.text`)}
      </p>
      {tab !== undefined && !isThere && (
        <Link to={to} className={classes.link}>
          {t(tab === 'settings' ? 'toSettings' : 'toTest')}
        </Link>
      )}
    </Note>
  );
}

function CauseLine({ cause: { side, host, failure } }: { cause: Cause }) {
  const t = useTranslations('keyServers');
  const cause = t(`causes.failures.${failure}`);
  return (
    <p className={classes.cause}>
      {side === undefined
        ? t('causes.both', { host, cause })
        : t('causes.one', { side: t(`checks.sides.${side}`), host, cause })}
    </p>
  );
}
