import type { AuditEvent } from '@kinora/contract/audit-events';
import { IconArrowBackUp, IconFilter, IconUser } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Link } from '../../../ui/link.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import type { HistoryPage } from '../data.ts';
import type { SearchChange } from '../rules/search.ts';
import { ChangeList } from './change-list.tsx';
import { findSubjectPage } from './subject-link.ts';
import { useTakeBack } from './use-take-back.ts';
import { useActorWords, useEventWords } from './use-words.ts';
import classes from './history.module.css';

type Props = {
  page: HistoryPage;
  /** Narrows the list; absent in the history of one thing, whose rows are all of it. */
  onFilter?: (change: SearchChange) => void;
};

/** Changes, newest first: what, by whom and when. */
export function HistoryTable({ page, onFilter }: Props) {
  const t = useTranslations('auditEvents');
  const { ofAction } = useEventWords();
  const actions = useActions(onFilter);
  return (
    <DataTable
      label={t('title')}
      columns={useColumns(page.names, onFilter === undefined)}
      rows={page.data}
      rowKey={({ id }) => id}
      actions={actions}
      actionsLabel={({ action }) => ofAction(action)}
    />
  );
}

function useColumns(names: HistoryPage['names'], isOfOne: boolean): Column<AuditEvent>[] {
  const t = useTranslations('auditEvents.columns');
  const actor = useActorWords();
  const changes = (event: AuditEvent) => <ChangeList changes={event.changes} names={names} />;
  return [
    {
      key: 'what',
      header: t('what'),
      phone: 'lead',
      cell: (event) => (
        <>
          <What event={event} isOfOne={isOfOne} />
          {isOfOne && changes(event)}
        </>
      ),
    },
    ...(isOfOne
      ? []
      : [
          {
            key: 'changes',
            header: t('changes'),
            width: '38%',
            phone: 'plain' as const,
            cell: changes,
          },
        ]),
    {
      key: 'who',
      header: t('who'),
      width: isOfOne ? '150px' : '180px',
      cell: (event) => <SecondCell>{actor(event.actor)}</SecondCell>,
    },
    {
      key: 'when',
      header: t('when'),
      width: isOfOne ? '130px' : '160px',
      cell: ({ at }) => <DateCell at={at} withTime />,
    },
  ];
}

function What({ event, isOfOne }: { event: AuditEvent; isOfOne: boolean }) {
  const t = useTranslations('auditEvents');
  const { teamName } = useTeamScope();
  const { ofAction } = useEventWords();
  const { subject } = event;
  const name = subject.name ?? t('nameless');
  const to = findSubjectPage(teamName, subject);
  // The history of a project is of its members, too.
  const isNamed = !isOfOne || subject.type === 'projectMember';
  return (
    <span className={classes.what}>
      <span>{ofAction(event.action)}</span>
      {isNamed && (subject.name !== null || to !== undefined) && (
        <span className={classes.subject}>
          {to === undefined ? name : <Link to={to}>{name}</Link>}
        </span>
      )}
    </span>
  );
}

function useActions(onFilter: Props['onFilter']): (event: AuditEvent) => RowAction[] {
  const t = useTranslations('auditEvents.menu');
  const takeBack = useTakeBack();
  return ({ actor, subject, undoableBatchId }) => {
    const person = actor.onBehalfOf ?? (actor.kind === 'account' ? actor : undefined);
    const { id, type } = subject;
    const undo =
      undoableBatchId === null
        ? []
        : [
            {
              label: t('undo'),
              icon: IconArrowBackUp,
              onSelect: () => void takeBack(undoableBatchId),
            },
          ];
    if (!onFilter) return undo;
    const ofPerson = person && {
      label: t('person', { name: person.name }),
      icon: IconUser,
      onSelect: () => onFilter({ person: person.id }),
    };
    const ofThing = id !== null && {
      label: t('thing'),
      icon: IconFilter,
      onSelect: () => onFilter({ type, thing: id, action: undefined }),
    };
    return [...undo, ...(ofPerson ? [ofPerson] : []), ...(ofThing ? [ofThing] : [])];
  };
}
