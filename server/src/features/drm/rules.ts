import type { DrmModel } from '@kinora/contract/drm';
import type { StreamEncryption } from '@kinora/contract/stream';
import type { StreamParts } from '../revisions/rules/stream-parts.ts';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;

/** The key systems that a model is signalled for. */
export function listSystems(model: Exclude<DrmModel, 'none'>): Cbcs['systems'] {
  return model === 'clearKey' ? ['clearkey'] : ['widevine', 'playready', 'fairplay'];
}

/** The id of a rendition's next packaging: its bytes are others, so its address is another. */
export function toPackagedId(renditionId: string, packaging: number): string {
  return `${renditionId.replace(/-p\d+$/, '')}-p${packaging}`;
}

type PackagingNow = {
  ids: readonly string[];
  /** of the tracks that viewers may still be watching */
  earlierIds: readonly string[];
  packaging: number;
  isChanging: boolean;
};

/**
 * Says whether a rendition's folder can be removed: its packaging was replaced, or its run was broken off.
 * Higher numbers are kept while a change runs, as one may be in the making.
 *
 * @param replaced the packaging whose viewers have had their time, as have those of earlier ones
 */
export function isLeftOver(id: string, now: PackagingNow, replaced?: number): boolean {
  if (now.ids.includes(id)) return false;
  const packaging = Number(/-p(\d+)$/.exec(id)?.[1] ?? 0);
  if (replaced !== undefined && packaging <= replaced) return true;
  return !now.earlierIds.includes(id) && !(now.isChanging && packaging > now.packaging);
}

type Found = { state: string; stream: StreamParts | null };

/** Says whether all of a stream is there: nothing is made of it any more. */
export function isWhole({ state, stream }: Found): boolean {
  if (!stream || state !== 'completed') return false;
  const { video, audio } = stream.renditions;
  return [...video, ...audio].every(({ ready }) => ready);
}

/** Finds why a stream can't be packaged with a new key. */
export function findRotationProblem(
  found: Found,
): 'stream_not_encrypted' | 'video_not_ready' | null {
  const { stream } = found;
  const isEncrypted = typeof stream?.keyUri === 'string' || Boolean(stream?.protection?.encryption);
  if (stream && !isEncrypted) return 'stream_not_encrypted';
  return isWhole(found) ? null : 'video_not_ready';
}

/** The key of a packaging at a key server: the first has the revision's own name. */
export function nameKeyContent(revisionKey: string, packaging: number): string {
  return packaging === 0 ? revisionKey : `${revisionKey}-p${packaging}`;
}

/** A key is sealed for this place, in the database and in the document that edges read. */
export function nameKeyPlace(place: {
  revisionKey: string;
  packaging: number;
  kind: string;
}): string {
  return `stream key ${place.revisionKey} ${place.packaging} ${place.kind}`;
}
