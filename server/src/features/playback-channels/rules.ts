import { createAddress, type StreamTarget, type ViewerTarget } from '@kinora/manifests/addresses';
import { signForTeam } from '@kinora/playback-rules/signature-forms';
import { deriveKey } from '../../base/derived-keys.ts';

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

/** Writes the address of a file for our own pages: a cover, a preview. */
export type ToViewerUrl = (playbackDomain: string, target: StreamTarget) => string;

/** The same for so long, so that browsers know what they have, and valid for as long again. */
const VIEWER_WINDOW_SEC = 12 * 3600;

/**
 * Creates addresses for those who may see a video whatever its channel demands of viewers: they are
 * signed for the team, and end within a day.
 */
export function openViewerUrls(
  { edgeUrl, secrets }: { edgeUrl: string; secrets: { secretKey: string } },
  now: Date,
): ToViewerUrl {
  const teamKey = deriveTeamViewerKey(secrets.secretKey);
  const window = Math.floor(now.getTime() / 1000 / VIEWER_WINDOW_SEC);
  const expires = (window + 2) * VIEWER_WINDOW_SEC;
  return (playbackDomain, target) => {
    const path = createAddress(target);
    const suffix = signForTeam(teamKey, { host: playbackDomain, path, expires });
    return toPlaybackOrigin(edgeUrl, playbackDomain) + createAddress(target, suffix);
  };
}

/** What the console shows to a team's members is signed with it. */
export function deriveTeamViewerKey(secretKey: string): Buffer {
  return deriveKey(secretKey, 'team viewers');
}
