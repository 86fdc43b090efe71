import type { StreamDescription } from '@kinora/contract/stream';

/** What an address below `/streams/{videoKey}/` begins with. */
export function streamFolder({
  folder,
  revisionKey,
}: Pick<StreamDescription, 'folder' | 'revisionKey'>): string {
  return folder ?? revisionKey;
}
