import { createAddress, type StreamTarget, type ViewerTarget } from '@kinora/manifests/addresses';

/**
 * Where a channel answers: the first channel of an installation at the host of `EDGE_URL`,
 * each further one at a name below it (browsers resolve `*.localhost` by themselves).
 */
export function defaultPlaybackDomain(
  edgeUrl: string,
  channel: { name: string; isFirst: boolean },
): string {
  const { host } = new URL(edgeUrl);
  return channel.isFirst ? host : `${channel.name.replaceAll('_', '-').toLowerCase()}.${host}`;
}

/** `http://channel.localhost:8081`: the protocol is the edge's, the host the channel's. */
export function playbackOrigin(edgeUrl: string, domain: string): string {
  return `${new URL(edgeUrl).protocol}//${domain}`;
}

/** An address that is handed out, and plays for whom the channel lets. */
export function playbackUrl(origin: string, target: ViewerTarget): string {
  return origin + createAddress(target);
}

/**
 * The address of what our own pages show: a cover, a preview. Whoever gets it may see the video
 * here, whatever the channel asks of viewers, so a signature for the team is added here.
 */
export function viewerUrl(origin: string, target: StreamTarget): string {
  return origin + createAddress(target);
}
