import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Fact } from '../../../ui/page-head.tsx';

/** How much a project holds, in one line under its title. */
export function ProjectFacts({ project }: { project: Project }) {
  const t = useTranslations('projects.counts');
  const format = useFormat();
  const counts = {
    videos: project.videoCount,
    collections: project.collectionCount,
    members: project.memberCount,
  };
  return (['videos', 'collections', 'members'] as const).map((kind) => (
    <Fact key={kind} value={format.number(counts[kind])}>
      {t(kind, { count: counts[kind] })}
    </Fact>
  ));
}
