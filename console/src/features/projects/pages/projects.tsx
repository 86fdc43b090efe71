import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { DropHint } from '../../../ui/drop-hint.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Tools } from '../../../ui/tools.tsx';
import { GoOn } from '../components/go-on.tsx';
import { NoProjects } from '../components/list/no-projects.tsx';
import { ProjectGridSkeleton } from '../components/list/project-grid.tsx';
import { SortChoice } from '../components/list/sort-choice.tsx';
import { ProjectPage } from '../components/project-page.tsx';
import classes from '../components/list/projects.module.css';
import { projectsQuery } from '../data.ts';
import { mayCreateProjects, readProjectSearch } from '../rules.ts';

export const pageQuery: PageQuery = ({ scope, search }) =>
  projectsQuery(scope, readProjectSearch(search));

export function ProjectsPage() {
  const t = useTranslations('projects');
  const mayCreate = mayCreateProjects(useTeam().role);
  const [filter, change] = useSearchParams(readProjectSearch);
  const { page, q, sort } = filter;
  const projects = useQuery(projectsQuery(useTeamScope(), filter));
  const { data, isPlaceholderData } = projects;
  const isEmpty = data?.total === 0 && q === undefined && !isPlaceholderData;

  // The last project of the last page is gone, or the address was written by hand.
  const lastPage = data?.lastPage;
  const isBeyond = lastPage !== undefined && !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  });

  const search = (text: string) => {
    if (text !== (q ?? '')) change({ q: text, page: undefined });
  };
  if (isEmpty) {
    return (
      <>
        <PageHead title={t('title')} facts={t('list.lead')} />
        <NoProjects mayCreate={mayCreate} />
      </>
    );
  }
  return (
    <>
      <Head
        mayCreate={mayCreate}
        mayUpload={mayCreate || data?.data.some(({ actions }) => actions.upload) === true}
      />
      <Tools>
        <SearchBox value={q ?? ''} onSearch={search} placeholder={t('list.search')} />
        <SortChoice
          value={sort}
          onChange={(next) => change({ sort: next === 'name' ? next : undefined, page: undefined })}
        />
        {q === undefined ? (
          <GoOn />
        ) : (
          <span className={classes.found} role="status">
            {data && !isPlaceholderData && t('list.found', { count: data.total })}
          </span>
        )}
      </Tools>
      <Loaded query={projects} skeleton={<ProjectGridSkeleton />} item={t('title')}>
        {(list) => {
          if (list.total > 0) {
            return <ProjectPage list={list} isStale={isPlaceholderData} onPage={change} />;
          }
          if (isPlaceholderData || q === undefined) return <ProjectGridSkeleton />;
          return (
            <NoMatch
              title={t('noResults.title', { q })}
              text={t('noResults.text')}
              clearLabel={t('noResults.clear')}
              onClear={() => search('')}
            />
          );
        }}
      </Loaded>
    </>
  );
}

function Head({ mayCreate, mayUpload }: { mayCreate: boolean; mayUpload: boolean }) {
  const t = useTranslations('projects');
  const { teamName } = useTeamScope();
  const create = (
    <Button
      component={Link}
      to={paths.projectCreate(teamName)}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('list.create')}
    </Button>
  );
  return (
    <PageHead
      title={t('title')}
      {...(mayUpload && { facts: <DropHint /> })}
      {...(mayCreate && { actions: create })}
    />
  );
}
