import type { GeoblockRule, GeoblockRuleUses } from '@kinora/contract/geoblock-rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UserLinks, UserLists } from '../../../ui/user-links.tsx';
import { ruleUsesQuery } from '../data.ts';

/** Names the projects and videos that keep a rule from deletion. */
export function RuleInUse({ rule, onClose }: { rule: GeoblockRule; onClose: () => void }) {
  const t = useTranslations('geoblockRules');
  const uses = useQuery(ruleUsesQuery(useTeamScope(), rule.id));
  return (
    <Dialog opened onClose={onClose} title={t('inUse.title', { name: rule.name })}>
      <Loaded query={uses} skeleton={<Skeleton height={120} />} item={t('item')}>
        {(found) => <Uses {...found} />}
      </Loaded>
    </Dialog>
  );
}

function Uses({ projects, projectCount, videos, videoCount }: GeoblockRuleUses) {
  const t = useTranslations('geoblockRules.inUse');
  const { teamName } = useTeamScope();
  const countMore = (named: readonly unknown[], total: number) => {
    const count = total - named.length;
    if (count <= 0) return undefined;
    return named.length === 0 ? t('unnamed', { count }) : t('more', { count });
  };
  return (
    <UserLists>
      <p>{t('text')}</p>
      {projectCount > 0 && (
        <UserLinks
          title={t('projects')}
          users={projects.map(({ key, name }) => ({
            name,
            to: `${paths.projectDefaults(teamName, key)}#geoblocking`,
          }))}
          more={countMore(projects, projectCount)}
        />
      )}
      {videoCount > 0 && (
        <>
          <UserLinks
            title={t('videos')}
            users={videos.map(({ key, title, projectKey }) => ({
              name: title,
              to: paths.video(teamName, projectKey, key, 'geo-blocking'),
            }))}
            more={countMore(videos, videoCount)}
          />
          {videos.length < videoCount && <p>{t('deletedVideos')}</p>}
        </>
      )}
    </UserLists>
  );
}
