import { createAddress, type ViewerTarget } from '@kinora/manifests/addresses';
import { signForTeam } from '@kinora/playback-rules/signature-forms';
import { createTeamLicence } from '@kinora/playback-rules/team-licence';
import { deriveKey } from '../../base/derived-keys.ts';

/**
 * The host of a channel: the first channel of an installation answers at the host of `EDGE_URL`, each further
 * one at a name below it (browsers resolve `*.localhost` by themselves). Null when nothing of the name can be
 * a label.
 */
export function createPlaybackDomain(
  edgeUrl: string,
  channel: { name: string; isFirst: boolean },
): string | null {
  const { host } = new URL(edgeUrl);
  if (channel.isFirst) return host;
  // RFC 1123 §2.1: a label begins and ends with a letter or a digit.
  const label = channel.name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^-{1,63}/, '')
    .replace(/-{1,63}$/, '');
  return label === '' ? null : `${label}.${host}`;
}

/** Says whether a host is the console's, the edge's or below it, where channels have their default ones. */
export function isOurHost(
  host: string,
  { edgeUrl, publicUrl }: { edgeUrl: string; publicUrl: string },
): boolean {
  const edge = new URL(edgeUrl).hostname;
  return host === edge || host.endsWith(`.${edge}`) || host === new URL(publicUrl).hostname;
}

/** `http://channel.localhost:8081`: the protocol is the edge's, the host the channel's. */
export function toPlaybackOrigin(edgeUrl: string, domain: string): string {
  return `${new URL(edgeUrl).protocol}//${domain}`;
}

/** An address to hand out; it plays for viewers whom the channel admits. */
export function toPlaybackUrl(origin: string, target: ViewerTarget): string {
  return origin + createAddress(target);
}

/** Writes the address of a file for our own pages: a cover, a preview. */
export type ToViewerUrl = (playbackDomain: string, target: ViewerTarget) => string;

/** The address stays the same for so long, so that browsers can cache it, and is valid for as long again. */
const VIEWER_WINDOW_SEC = 12 * 3600;

/**
 * Creates addresses that play whatever the channel demands of viewers: they are signed for the team and
 * expire within a day.
 */
export function openViewerUrls(
  { edgeUrl, secrets }: { edgeUrl: string; secrets: { secretKey: string } },
  now: Date,
): ToViewerUrl {
  const teamKey = deriveTeamViewerKey(secrets.secretKey);
  const expires = getExpiry(now);
  return (playbackDomain, target) => {
    const path = createAddress(target);
    const suffix = signForTeam(teamKey, { host: playbackDomain, path, expires });
    return toPlaybackOrigin(edgeUrl, playbackDomain) + createAddress(target, suffix);
  };
}

function getExpiry(now: Date): number {
  const window = Math.floor(now.getTime() / 1000 / VIEWER_WINDOW_SEC);
  return (window + 2) * VIEWER_WINDOW_SEC;
}

/** Creates the tokens with which the same people get licences. */
export function openViewerLicences(
  { secrets }: { secrets: { secretKey: string } },
  now: Date,
): (videoKey: string) => string {
  const teamKey = deriveTeamViewerKey(secrets.secretKey);
  const expires = getExpiry(now);
  return (videoKey) => createTeamLicence(teamKey, { videoKey, expires });
}

/** Addresses that the console shows to a team's members are signed with it. */
export function deriveTeamViewerKey(secretKey: string): Buffer {
  return deriveKey(secretKey, 'team viewers');
}
