import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Fact } from '../../../ui/page-head.tsx';

type Kind = 'videos' | 'members';

const ALL_KINDS: readonly Kind[] = ['videos', 'members'];

type Props = { project: Project; kinds?: readonly Kind[] };

/** Shows how much a project holds, in one line. */
export function ProjectFacts({ project, kinds = ALL_KINDS }: Props) {
  const t = useTranslations('projects.counts');
  const format = useFormat();
  const counts: Record<Kind, number> = {
    videos: project.videoCount,
    members: project.memberCount,
  };
  return kinds.map((kind) => (
    <Fact key={kind} value={format.number(counts[kind])}>
      {t(kind, { count: counts[kind] })}
    </Fact>
  ));
}
