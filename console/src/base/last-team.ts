const KEY = 'kinora.team';

/** Remembers in this browser which team was open last. */
export function rememberTeam(namespace: string): void {
  try {
    localStorage.setItem(KEY, namespace);
  } catch {
    // Without storage the console begins with the first team.
  }
}

/** Finds the team to begin with: the one that was open last, or the first. */
export function findFirstTeam<Team extends { namespace: string }>(
  teams: readonly Team[],
): Team | undefined {
  let last: string | null = null;
  try {
    last = localStorage.getItem(KEY);
  } catch {
    // As above.
  }
  return teams.find(({ namespace }) => namespace === last) ?? teams[0];
}
