import { EncodeError } from '@kinora/media/errors';
import type { Overlay } from '@kinora/media/overlay-filter';
import type { Context } from '../../../base/context.ts';
import { overlayOf } from '../../overlay-presets/queries.ts';

/** The picture that is drawn over a video, from storage; null for a video without one. */
export async function loadOverlay(
  { db, storage }: Context,
  videoKey: string,
): Promise<{ png: Buffer; place: Overlay } | null> {
  const found = await overlayOf(db, videoKey);
  if (!found) return null;
  const { imageKey, ...place } = found;
  const png = await storage.read(imageKey, 64 * 2 ** 20);
  if (!png) throw new EncodeError('internal', 'the picture of the overlay is not stored');
  return { png, place };
}
