import type { CompletedJob } from '@kinora/contract/jobs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useNow } from '../../../base/use-now.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { useWorkWords } from '../../videos/components/processing/step-words.ts';
import { completedJobsQuery } from '../data.ts';
import { JobVideo } from './job-video.tsx';
import classes from './job-list.module.css';

/** Lists videos that were processed whole in the last 24 hours; draws nothing where there is none. */
export function CompletedList() {
  const t = useTranslations('jobs.completed');
  const [page, setPage] = useState(1);
  const query = completedJobsQuery(useTeamScope(), page);
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const columns = useColumns();
  if (data === undefined || data.total === 0) return null;
  const { lastPage, perPage, total } = data;
  return (
    <section>
      <h2 className={classes.section}>{t('title')}</h2>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data.data}
        rowKey={({ revisionKey }) => revisionKey}
      />
      {lastPage > 1 && (
        <Pager page={page} lastPage={lastPage} perPage={perPage} total={total} onPage={setPage} />
      )}
    </section>
  );
}

function useColumns(): Column<CompletedJob>[] {
  const t = useTranslations('jobs.completed');
  const format = useFormat();
  const work = useWorkWords();
  useNow();
  return [
    {
      key: 'video',
      header: t('video'),
      phone: 'lead',
      cell: (job) => <JobVideo job={job} />,
    },
    {
      key: 'took',
      header: t('took'),
      align: 'right',
      width: '150px',
      cell: ({ tookSeconds }) => (tookSeconds === null ? '–' : work(tookSeconds)),
    },
    {
      key: 'completed',
      header: t('completedAt'),
      width: '170px',
      cell: ({ completedAt }) => (
        <time
          dateTime={completedAt}
          title={format.dateTime(completedAt)}
          className={classes.second}
        >
          {format.relative(completedAt)}
        </time>
      ),
    },
  ];
}
