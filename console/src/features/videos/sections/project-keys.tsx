import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../base/team-scope.ts';
import classes from '../components/replace-keys.module.css';
import { videosQuery } from '../data.ts';

// Few projects have encrypted videos.
const ReplaceKeys = lazyPart(
  async () => (await import('../components/replace-keys.tsx')).ReplaceKeys,
  'videos.encryption',
);

/** Says how many of the project's videos are encrypted, with the way to new keys for them. */
export function ProjectKeys({ project }: { project: Project }) {
  const t = useTranslations('videos.encryption.keys');
  const wanted = { projectKey: project.key, encryption: 'encrypted', limit: 1 } as const;
  const { data } = useQuery(videosQuery(useTeamScope(), wanted));
  if (data === undefined) return null;
  const amount = { count: data.total, known: data.isTotalCapped ? 'atLeast' : 'exact' } as const;
  return (
    <div className={classes.root}>
      <p>{t('count', amount)}</p>
      {amount.count > 0 && <ReplaceKeys project={project} amount={amount} />}
    </div>
  );
}
