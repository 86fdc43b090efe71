import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { type HistoryFilter, historyQuery, newestQuery } from '../data.ts';
import type { SearchChange } from '../rules/search.ts';
import { HistoryTable } from './history-table.tsx';
import classes from './history.module.css';

type Props = {
  filter: HistoryFilter;
  onPage: (token: string | undefined) => void;
  onFilter?: (change: SearchChange) => void;
  /** Stands where nothing is found. */
  none: ReactNode;
  /** Stands above the list. */
  tools?: ReactNode;
};

/** A page of changes. Rows don't move under the reader: newer ones come when they are asked for. */
export function HistoryList({ filter, onPage, onFilter, none, tools }: Props) {
  const t = useTranslations('auditEvents');
  const query = useQuery(historyQuery(useTeamScope(), filter));
  return (
    <>
      <div className={classes.top}>
        {tools}
        <Newer
          filter={filter}
          shown={query.isPlaceholderData ? undefined : (query.data?.data[0]?.id ?? null)}
          onPage={onPage}
        />
      </div>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />} item={t('item')}>
        {(page) =>
          page.data.length === 0 ? (
            none
          ) : (
            <HistoryTable page={page} {...(onFilter && { onFilter })} />
          )
        }
      </Loaded>
      <Steps
        previous={query.data?.previous ?? null}
        next={query.data?.next ?? null}
        onPage={onPage}
      />
    </>
  );
}

type NewerProps = Pick<Props, 'filter' | 'onPage'> & {
  /** The first row's; undefined while another list stands there. */
  shown: string | null | undefined;
};

/** Offers what came after the list was read. */
function Newer({ filter, shown, onPage }: NewerProps) {
  const t = useTranslations('auditEvents');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const { next, ...wanted } = filter;
  const isFirst = next === undefined;
  const { data } = useQuery({ ...newestQuery(scope, wanted), enabled: isFirst });
  const isKnown = isFirst && shown !== undefined && data !== undefined;
  const isNewer = isKnown && data.id !== null && data.id !== shown;
  const show = async () => {
    onPage(undefined);
    await queryClient.invalidateQueries({ queryKey: historyQuery(scope, wanted).queryKey });
  };
  return (
    <span className={classes.newer} role="status">
      {isNewer && (
        <Button
          variant="light"
          size="xs"
          leftSection={<IconRefresh size={15} aria-hidden />}
          onClick={() => void show()}
        >
          {t('newer')}
        </Button>
      )}
    </span>
  );
}

type StepsProps = Pick<Props, 'onPage'> & { previous: string | null; next: string | null };

function Steps({ previous, next, onPage }: StepsProps) {
  const t = useTranslations('auditEvents');
  const ui = useTranslations('ui.pager');
  if (previous === null && next === null) return null;
  return (
    <nav className={classes.pager} aria-label={t('pager')}>
      <Button
        variant="default"
        size="xs"
        disabled={previous === null}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => previous !== null && onPage(previous)}
      >
        {ui('previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={() => next !== null && onPage(next)}
      >
        {ui('next')}
      </Button>
    </nav>
  );
}
