import type { DrmModel } from '@kinora/contract/drm';
import type { StreamEncryption } from '@kinora/contract/stream';

type Cbcs = Extract<StreamEncryption, { method: 'cbcs' }>;

/** The key systems that a model is signalled for. */
export function systemsOf(model: Exclude<DrmModel, 'none'>): Cbcs['systems'] {
  return model === 'clearKey' ? ['clearkey'] : ['widevine', 'playready', 'fairplay'];
}

/** The id of a rendition's next packaging: its bytes are others, so its address is another. */
export function packagedId(renditionId: string, packaging: number): string {
  return `${renditionId.replace(/-p\d+$/, '')}-p${packaging}`;
}
