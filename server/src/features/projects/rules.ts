/** Random characters behind the entered key; lower case, for addresses. */
export const KEY_SUFFIX_LENGTH = 6;

export function createProjectKey(entered: string, suffix: string): string {
  return `${entered}-${suffix.toLowerCase()}`;
}

export const DEFAULT_HOSTING = 'default';
