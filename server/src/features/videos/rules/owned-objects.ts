import { getPublishedKeysPrefix, getPublishedVideoKey } from '@kinora/contract/published';
import { getStreamsPrefix } from '@kinora/contract/stream';
import { getWorkPrefix } from '../../encoding/rules/work-prefix.ts';
import { getSourcesPrefix } from '../../uploads/rules.ts';

/** Lists prefixes of all that storage has of a video: each feature says its own, and nothing lies elsewhere. */
export function listOwnedPrefixes(videoKey: string, revisionKeys: readonly string[]): string[] {
  return [
    getSourcesPrefix(videoKey),
    getWorkPrefix(videoKey),
    getStreamsPrefix(videoKey),
    ...revisionKeys.map(getPublishedKeysPrefix),
    getPublishedVideoKey(videoKey),
  ];
}
