/** A project or a video that was opened in this browser. */
export type Recent =
  | { kind: 'project'; key: string; name: string }
  | { kind: 'video'; key: string; name: string; project: { key: string; name: string } };

/** People go back to one of the last few. */
const MAX_RECENT = 6;

const PREFIX = 'kinora.recent.';

/** Names the place of an account's recent things: another one that signs in here doesn't see them. */
const toPlace = (accountId: string, teamName: string) => `${PREFIX}${accountId}.${teamName}`;

const isSame = (one: Recent, other: Pick<Recent, 'kind' | 'key'>) =>
  one.kind === other.kind && one.key === other.key;

/** The newest comes first. */
export function addRecent(before: readonly Recent[], opened: Recent): Recent[] {
  return [opened, ...before.filter((one) => !isSame(one, opened))].slice(0, MAX_RECENT);
}

export function listRecent(accountId: string, teamName: string): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(toPlace(accountId, teamName)) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

export function recordRecent(accountId: string, teamName: string, opened: Recent): void {
  keep(accountId, teamName, addRecent(listRecent(accountId, teamName), opened));
}

/** Forgets what is gone. */
export function dropRecent(
  accountId: string,
  teamName: string,
  gone: Pick<Recent, 'kind' | 'key'>,
): void {
  const before = listRecent(accountId, teamName);
  if (before.some((one) => isSame(one, gone))) {
    keep(
      accountId,
      teamName,
      before.filter((one) => !isSame(one, gone)),
    );
  }
}

/** Signing out leaves no names in the browser. */
export function forgetRecent(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage there are none.
  }
}

function keep(accountId: string, teamName: string, list: readonly Recent[]): void {
  try {
    localStorage.setItem(toPlace(accountId, teamName), JSON.stringify(list));
  } catch {
    // Without storage nothing is recent.
  }
}
