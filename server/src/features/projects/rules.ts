/** Random characters behind the entered key; lower case, for addresses. */
export const keySuffixLength = 6;

export function projectKey(entered: string, suffix: string): string {
  return `${entered}-${suffix.toLowerCase()}`;
}

export const defaultHosting = 'default';
