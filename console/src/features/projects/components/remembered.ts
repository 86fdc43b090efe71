/** The project that was opened last in each team, kept in this browser. */
const getStorageKey = (teamName: string) => `kinora.project.${teamName}`;

/** Null when none is remembered, or when storage is switched off. */
export function getRememberedProject(teamName: string): string | null {
  try {
    return localStorage.getItem(getStorageKey(teamName));
  } catch {
    return null;
  }
}

export function rememberProject(teamName: string, projectKey: string): void {
  try {
    localStorage.setItem(getStorageKey(teamName), projectKey);
  } catch {
    // Nothing depends on it: the list merely doesn't offer to go on.
  }
}

export function forgetProject(teamName: string): void {
  try {
    localStorage.removeItem(getStorageKey(teamName));
  } catch {
    // As above.
  }
}
