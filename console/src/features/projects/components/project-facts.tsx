import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Link } from '../../../ui/link.tsx';
import { Fact } from '../../../ui/page-head.tsx';

type Kind = 'videos' | 'members';

const ALL_KINDS: readonly Kind[] = ['videos', 'members'];

type Props = {
  project: Project;
  kinds?: readonly Kind[];
  /** Where a count leads. */
  links?: Partial<Record<Kind, string>>;
};

/** Shows how much a project holds, in one line. */
export function ProjectFacts({ project, kinds = ALL_KINDS, links = {} }: Props) {
  const t = useTranslations('projects.counts');
  const format = useFormat();
  const counts: Record<Kind, number> = {
    videos: project.videoCount,
    members: project.memberCount,
  };
  return kinds.map((kind) => {
    const to = links[kind];
    const fact = (
      <Fact key={kind} value={format.number(counts[kind])}>
        {t(kind, { count: counts[kind] })}
      </Fact>
    );
    if (to === undefined) return fact;
    return (
      <Link key={kind} to={to}>
        {fact}
      </Link>
    );
  });
}
