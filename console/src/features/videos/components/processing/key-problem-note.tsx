import type { KeyProblem } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { mayManageTeam } from '../../../../base/team-role.ts';
import { useTeam } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import { Note } from '../../../../ui/note.tsx';
import { readKeyCause } from '../../rules/key-problem.ts';

type Props = {
  problem: KeyProblem;
  /** The key is still being requested. */
  isWaiting?: boolean;
};

/** Shows why the key server gave no key, and links managers of the team to its test. */
export function KeyProblemNote({ problem: { detail, keyServerId }, isWaiting = false }: Props) {
  const t = useTranslations('videos.keyProblem');
  const { namespace, role } = useTeam();
  const { word, ...values } = readKeyCause(detail);
  return (
    <Note
      tone={isWaiting ? 'warning' : 'danger'}
      title={t(isWaiting ? 'waiting' : 'title')}
      {...(isWaiting && { role: 'status' })}
    >
      <p>
        {t(`causes.${word}`, { status: 0, count: 0, ...values })} {isWaiting && t('waitingText')}
      </p>
      {keyServerId !== null && mayManageTeam(role) && (
        <Link to={paths.keyServer(namespace, keyServerId, 'test')}>{t('toTest')}</Link>
      )}
    </Note>
  );
}
