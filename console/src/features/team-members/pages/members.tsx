import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Tools } from '../../../ui/tools.tsx';
import { teamInvitationsQuery } from '../../team-invitations/data.ts';
import { MemberTable } from '../components/member-table.tsx';
import { MembersHead } from '../components/members-head.tsx';
import { teamMembersQuery } from '../data.ts';
import { findMembers } from '../rules.ts';

export const pageQuery: PageQuery = ({ scope }) => [
  teamMembersQuery(scope),
  teamInvitationsQuery(scope),
];

export function MembersPage() {
  const t = useTranslations('teamMembers');
  const ui = useTranslations('ui');
  const [{ q }, change] = useSearchParams(readListSearch);
  const team = useQuery(teamMembersQuery(useTeamScope()));
  const searchFor = (text: string) => text !== q && change({ q: text });
  return (
    <>
      <MembersHead />
      <Tools>
        <SearchBox value={q} onSearch={searchFor} placeholder={t('search')} />
      </Tools>
      <Loaded query={team} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ members }) => {
          const found = findMembers(members, q);
          return found.length === 0 ? (
            <NoMatch
              title={ui('things.noMatch', { q })}
              text={ui('things.noMatchText')}
              clearLabel={ui('clearSearch')}
              onClear={() => searchFor('')}
            />
          ) : (
            <MemberTable members={members} shown={found} />
          );
        }}
      </Loaded>
    </>
  );
}
