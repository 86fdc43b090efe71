import { EncodeError } from '@kinora/media/cage/errors';
import type { DrawnOverlay, Overlay } from '@kinora/media/encode/overlay-filter';
import type { Storage } from '@kinora/storage/storage';

/** The picture that is drawn over a video, from storage; null for a video without one. */
export async function loadOverlay(
  storage: Storage,
  overlay: (Overlay & { imageKey: string }) | null,
): Promise<DrawnOverlay | null> {
  if (!overlay) return null;
  const { imageKey, ...place } = overlay;
  const png = await storage.read(imageKey, 64 * 2 ** 20);
  if (!png) throw new EncodeError('internal', 'the picture of the overlay is not stored');
  return { png, place };
}
