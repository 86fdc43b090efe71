import { getPosition } from '@kinora/manifests/addresses';
import { parseStreamPath } from '@kinora/manifests/parse-address';
import type { toRequested } from '@kinora/playback-rules/requested';

/** An address of a video, as an edge would be asked for it. */
export type CheckedAddress = {
  videoKey: string;
  /** Path and query. */
  address: string;
  place: Parameters<typeof toRequested>[0];
};

const PAGE = /^\/(?:embed|watch)\/([A-Za-z0-9_-]{1,64})$/;

/** Reads a viewer's address. Null when it is not an address of a video, so that no edge knows it. */
export function parseCheckedUrl(url: string): CheckedAddress | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  // The text itself, since an edge takes each path in its one spelling.
  const address = (url.split('#', 1)[0] ?? '').replace(/^[^:]+:\/\/[^/?]*/, '');
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const target = parseStreamPath(path, query);
  const videoKey = target?.videoKey ?? PAGE.exec(path)?.[1];
  if (videoKey === undefined) return null;
  const place = { host: parsed.host, ...getPosition(target ?? { videoKey }) };
  return { videoKey, address, place };
}
