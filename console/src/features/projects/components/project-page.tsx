import type { Project } from '@kinora/contract/projects';
import { Pager } from '../../../ui/pager.tsx';
import { ProjectGrid } from './list/project-grid.tsx';

type Props = {
  list: { data: Project[]; total: number; currentPage: number; lastPage: number; perPage: number };
  isStale: boolean;
  onPage: (change: { page: number | undefined }, options: { push: true }) => void;
};

/** One page of the list with the way to the others. */
export function ProjectPage({ list, isStale, onPage }: Props) {
  return (
    <>
      <ProjectGrid projects={list.data} isStale={isStale} />
      <Pager
        page={list.currentPage}
        lastPage={list.lastPage}
        perPage={list.perPage}
        total={list.total}
        onPage={(page) => onPage({ page: page === 1 ? undefined : page }, { push: true })}
      />
    </>
  );
}
