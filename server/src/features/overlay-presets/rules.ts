import { MAX_OVERLAY_IMAGE_PIXELS } from '@kinora/contract/bounds';
import { MAX_OVERLAY_PRESETS } from '@kinora/contract/overlay-presets';
import type { ImageKind } from '../images/rules.ts';

/** Encoders draw it as it is: a PNG of its own size. */
export const overlayImage: ImageKind = {
  name: 'overlay',
  contentType: 'image/png',
  getStorageKey: (id) => `overlays/${id}.png`,
  limits: { maxPixels: MAX_OVERLAY_IMAGE_PIXELS },
  // One for each preset that a team can have, twice.
  maxPerTeam: 2 * MAX_OVERLAY_PRESETS,
  tooLarge: { code: 'image_too_large', message: 'At most 2 MB and 4 megapixels' },
  unreadable: { code: 'not_an_image', message: 'Not a PNG or JPEG image' },
};
