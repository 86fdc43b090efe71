/** The project that was opened last in each team, kept in this browser. */
const storageKey = (teamName: string) => `kinora.project.${teamName}`;

/** Null when none is remembered, or when storage is switched off. */
export function rememberedProject(teamName: string): string | null {
  try {
    return localStorage.getItem(storageKey(teamName));
  } catch {
    return null;
  }
}

export function rememberProject(teamName: string, projectKey: string): void {
  try {
    localStorage.setItem(storageKey(teamName), projectKey);
  } catch {
    // Nothing depends on it: the list merely doesn't offer to go on.
  }
}

export function forgetProject(teamName: string): void {
  try {
    localStorage.removeItem(storageKey(teamName));
  } catch {
    // As above.
  }
}
