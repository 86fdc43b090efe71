/**
 * A secret is sealed for this place, in the database and in the documents that edges read: a text that is
 * moved to another key can't be opened there.
 */
export function getSecretPlace(keyId: string): string {
  return `url signing key ${keyId}`;
}
