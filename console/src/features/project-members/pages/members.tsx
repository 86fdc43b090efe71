import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { useProject } from '../../../base/project.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { Note } from '../../../ui/note.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { AddMembers } from '../components/add-members.tsx';
import { MemberTable } from '../components/member-table.tsx';
import classes from '../components/members.module.css';
import { projectMembersQuery } from '../data.ts';
import { findMembers } from '../rules.ts';

export const pageQuery: PageQuery = ({ scope, params: { projectKey = '' } }) =>
  projectMembersQuery(scope, projectKey);

/** The people of a project, and those who are invited to it. */
export function ProjectMembersPage() {
  const t = useTranslations('projectMembers');
  const ui = useTranslations('ui');
  const { key, actions } = useProject();
  const [text, setText] = useState('');
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(projectMembersQuery(useTeamScope(), key));
  const members = query.data?.data ?? [];
  const found = findMembers(members, text);
  const mayChange = actions.updateMembership;
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add.action')}
    </Button>
  );
  return (
    <div className={classes.page}>
      {!mayChange && (
        <Note tone="info" title={t('readOnly')}>
          {t('readOnlyText')}
        </Note>
      )}
      <div className={classes.tools}>
        <SearchBox value={text} onSearch={setText} placeholder={t('search')} />
        {mayChange && add}
      </div>
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {() => {
          if (members.length === 0) {
            return (
              <EmptyState
                icon={IconUsers}
                title={t('empty')}
                guide="access-levels"
                {...(mayChange && { actions: add })}
              >
                {t('emptyText')}
              </EmptyState>
            );
          }
          return found.length === 0 ? (
            <NoMatch
              title={t('noMatch', { q: text })}
              text={t('noMatchText')}
              clearLabel={ui('clearSearch')}
              onClear={() => setText('')}
            />
          ) : (
            <MemberTable projectKey={key} members={members} rows={found} mayChange={mayChange} />
          );
        }}
      </Loaded>
      {mayChange && (
        <AddMembers
          projectKey={key}
          members={members}
          opened={isAdding}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
