import { createAddress, type StreamTarget, type ViewerTarget } from '@kinora/manifests/addresses';

/**
 * The host of a channel: the first channel of an installation answers at the host of `EDGE_URL`,
 * each further one at a name below it (browsers resolve `*.localhost` by themselves).
 */
export function createPlaybackDomain(
  edgeUrl: string,
  channel: { name: string; isFirst: boolean },
): string {
  const { host } = new URL(edgeUrl);
  return channel.isFirst ? host : `${channel.name.replaceAll('_', '-').toLowerCase()}.${host}`;
}

/** `http://channel.localhost:8081`: the protocol is the edge's, the host the channel's. */
export function toPlaybackOrigin(edgeUrl: string, domain: string): string {
  return `${new URL(edgeUrl).protocol}//${domain}`;
}

/** An address that is handed out, and plays for viewers whom the channel admits. */
export function toPlaybackUrl(origin: string, target: ViewerTarget): string {
  return origin + createAddress(target);
}

/**
 * An address for our own pages: a cover, a preview. Its reader may see the video, whatever the channel
 * demands of viewers, so a signature for the team is added here.
 */
export function toViewerUrl(origin: string, target: StreamTarget): string {
  return origin + createAddress(target);
}
