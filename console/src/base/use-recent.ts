import { useEffect } from 'react';
import { toApiError } from './api-error.ts';
import { dropRecent, type Recent, recordRecent } from './recent.ts';
import { useMe } from './session.ts';
import { useTeamScope } from './team-scope.ts';

type Opening = {
  kind: Recent['kind'];
  /** As the address names it. */
  key: string;
  opened: Recent | undefined;
  error: unknown;
};

/** Remembers a thing that is opened, and forgets one that is gone. */
export function useRecordRecent({ kind, key, opened, error }: Opening): void {
  const { teamName } = useTeamScope();
  const accountId = useMe()?.account.id;
  const text = opened && JSON.stringify(opened);
  const isGone = error !== null && toApiError(error).status === 404;
  useEffect(() => {
    if (accountId === undefined) return;
    if (isGone) dropRecent(accountId, teamName, { kind, key });
    else if (text !== undefined) recordRecent(accountId, teamName, JSON.parse(text) as Recent);
  }, [accountId, teamName, kind, key, text, isGone]);
}
