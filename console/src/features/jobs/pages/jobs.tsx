import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconProgressCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { ListPager } from '../../../ui/list-page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { CompletedList } from '../components/completed-list.tsx';
import { JobList } from '../components/job-list.tsx';
import { RetryAll } from '../components/retry-all.tsx';
import { WorkerFacts } from '../components/worker-facts.tsx';
import { completedJobsQuery, jobsQuery } from '../data.ts';
import { lacksCage, lacksWorkers, mayRetry } from '../rules.ts';
import classes from '../components/job-list.module.css';

export const pageQuery: PageQuery = ({ scope, search }) => [
  jobsQuery(scope, readListSearch(search).page),
  completedJobsQuery(scope, 1),
];

/** Videos with work running, waiting or failed, and the workers that do it. */
export function JobsPage() {
  const t = useTranslations('jobs');
  const scope = useTeamScope();
  const { role } = useTeam();
  const [{ page }] = useSearchParams(readListSearch);
  const jobs = useQuery(jobsQuery(scope, page));
  return (
    <>
      <PageHead
        title={t('title')}
        facts={jobs.data ? <WorkerFacts workers={jobs.data.workers} /> : t('lead')}
        actions={jobs.data && mayRetry(jobs.data) && <RetryAll count={jobs.data.failed} />}
      />
      <Loaded query={jobs} skeleton={<TableSkeleton rows={4} />} item={t('title')}>
        {(list) => (
          <>
            <div className={classes.stack}>
              {lacksWorkers(list.data, list.workers.alive) && (
                <Note tone="warning" title={t('noWorker')} role="status">
                  {t('noWorkerText')}
                </Note>
              )}
              {lacksCage(role, list.workers.uncaged) && (
                <Note tone="warning" title={t('noCage')}>
                  {t('noCageText')}
                </Note>
              )}
              {list.total === 0 && <Idle />}
              {list.data.length > 0 && (
                <JobList jobs={list.data} isIdle={list.workers.alive === 0} />
              )}
            </div>
            <ListPager query={jobs} />
            <div className={classes.stack}>
              <CompletedList />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Idle() {
  const t = useTranslations('jobs.empty');
  const { teamName } = useTeamScope();
  return (
    <EmptyState
      icon={IconProgressCheck}
      title={t('title')}
      actions={
        <Button component={Link} to={paths.allProjects(teamName)} variant="default">
          {t('videos')}
        </Button>
      }
    >
      {t('text')}
    </EmptyState>
  );
}
