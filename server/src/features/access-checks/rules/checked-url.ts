import { getVideoPath } from '@kinora/manifests/addresses';
import type { Requested } from '@kinora/playback-rules/rule';

/** An address of a video, as an edge would be asked for it. */
export type CheckedAddress = {
  videoKey: string;
  /** Path and query. */
  address: string;
  place: Pick<Requested, 'host' | 'folder' | 'videoPath'>;
};

const ADDRESS =
  /^\/(?:(?:embed|watch)\/([A-Za-z0-9_-]{1,64})|streams\/([A-Za-z0-9_-]{1,64})\/(?:([A-Za-z0-9_-]{1,64})\/)?[^/].*)$/;

/** Reads what a viewer has. Null: it is no address of a video. */
export function parseCheckedUrl(url: string): CheckedAddress | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  // The text itself, since an edge takes each path in its one spelling.
  const address = (url.split('#', 1)[0] ?? '').replace(/^[^:]+:\/\/[^/?]*/, '');
  const [, pageKey, streamKey, folder = null] = ADDRESS.exec(address.split('?', 1)[0] ?? '') ?? [];
  const videoKey = pageKey ?? streamKey;
  if (videoKey === undefined) return null;
  const place = { host: parsed.host, folder, videoPath: getVideoPath(videoKey) };
  return { videoKey, address, place };
}
