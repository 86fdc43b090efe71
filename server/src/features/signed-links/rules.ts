import { signAddress, type SigningKey } from '@kinora/sign/sign-address';
import { invalidField } from '../../base/errors.ts';
import type { Addresses } from '../videos/rules/to-video.ts';

/** A leap year; viewers who need longer get a new link. */
const MAX_LINK_MS = 366 * 24 * 3600 * 1000;

/**
 * Returns the time at which a link ends, as its address will say it: in whole seconds.
 *
 * @throws AppError validation_failed
 */
export function requireLinkExpiry(wanted: Date, now: Date): Date {
  const expiresAt = new Date(Math.floor(wanted.getTime() / 1000) * 1000);
  if (expiresAt <= now) throw invalidField('expiresAt', 'in_the_past', 'Must lie in the future');
  if (wanted.getTime() > now.getTime() + MAX_LINK_MS)
    throw invalidField('expiresAt', 'too_late', 'At most 366 days from now');
  return expiresAt;
}

/** Signs each address of a video by itself, so that none opens more than it shows. */
export function signAddresses(
  { watchUrl, playbackUrls }: Addresses,
  key: SigningKey,
  expiresAt: Date,
): Addresses {
  const sign = (address: string) => signAddress(address, key, { expiresAt });
  const signAll = (addresses: readonly { url: string }[]) =>
    addresses.map(({ url }) => ({ url: sign(url) }));
  if (playbackUrls === null) return { watchUrl: sign(watchUrl), playbackUrls };
  const { hls, dash, mp4Playlist } = playbackUrls.primaryPlaybackUrl;
  return {
    watchUrl: sign(watchUrl),
    playbackUrls: {
      primaryPlaybackUrl: {
        hls: signAll(hls),
        dash: signAll(dash),
        mp4Playlist: signAll(mp4Playlist),
      },
      embeddedUrl: sign(playbackUrls.embeddedUrl),
    },
  };
}
