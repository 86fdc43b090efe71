import type { DrmModel } from '@kinora/contract/drm';
import type { StreamEncryption } from '@kinora/contract/stream';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;

/** The key systems that a model is signalled for. */
export function listSystems(model: Exclude<DrmModel, 'none'>): Cbcs['systems'] {
  return model === 'clearKey' ? ['clearkey'] : ['widevine', 'playready', 'fairplay'];
}

/** The id of a rendition's next packaging: its bytes are others, so its address is another. */
export function toPackagedId(renditionId: string, packaging: number): string {
  return `${renditionId.replace(/-p\d+$/, '')}-p${packaging}`;
}

/**
 * Whether a rendition's folder is of no use: its packaging was replaced, or its run was broken off.
 * One of a higher number may be being made while a change runs.
 */
export function isLeftOver(
  id: string,
  now: { ids: readonly string[]; packaging: number; isChanging: boolean },
): boolean {
  if (now.ids.includes(id)) return false;
  const packaging = Number(/-p(\d+)$/.exec(id)?.[1] ?? 0);
  return !(now.isChanging && packaging > now.packaging);
}

/** A key is sealed for this place, in the database and in the document that edges read. */
export function nameKeyPlace(place: {
  revisionKey: string;
  packaging: number;
  kind: string;
}): string {
  return `stream key ${place.revisionKey} ${place.packaging} ${place.kind}`;
}
