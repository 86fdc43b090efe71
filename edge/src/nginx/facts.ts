import { createHash } from 'node:crypto';
import type {
  PublishedCountries,
  PublishedProject,
  PublishedTeam,
  PublishedVideo,
} from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { isListed } from '@kinora/manifests/listed';
import { segmentCount } from '@kinora/manifests/segment-durations';
import type { Channel } from '@kinora/playback-rules/rule';
import { findCountries } from '@kinora/playback-rules/viewer-rules';

/**
 * Holds what nginx knows without asking: `deploy/nginx/kinora.lua` reads it whenever it is another. Sets are
 * objects, in which it looks names up.
 */
export type Facts = {
  /** By `Host`, in lower case. */
  hosts: Record<string, HostFacts>;
  /** By video key. */
  videos: Record<string, VideoFacts>;
  /** Videos name theirs by its place. */
  countries: CountryFacts[];
} & FactsPlace;

/** Says what doesn't change while an edge runs. */
export type FactsPlace = {
  /** Says what a cookie's text ends with. */
  cookie: string;
  /** False: segments come through the edge, and nothing larger is kept. */
  isStoredHere: boolean;
};

type NameSet = Record<string, 1>;

type HostFacts = {
  channelId: string;
  teamId: string;
  required: boolean;
  /** By `key ` and the key's id. */
  secrets: Record<string, string>;
  policy: Channel['website']['policy'];
  sites: NameSet;
  /** Names below these are in the list as well. */
  sitesBelow: NameSet;
  allowNoReferrer: boolean;
};

type VideoFacts = {
  key: string;
  teamId: string;
  channels: NameSet;
  folder: string;
  /** Says how many segments each rendition has. */
  segments: Record<string, number>;
  /** Bytes of the files for progressive download, by their height. */
  sizes: Record<string, number>;
  hasDash: boolean;
  /** Its main texts say where licences are, which the edge knows. */
  hasLicences: boolean;
  /** The folder of its playlists: another one for each version of the stream. */
  texts: string;
  countries: number | null;
};

type CountryFacts = { hasAllowed: boolean; allow: NameSet; deny: NameSet };

/** The documents that decide on a video. */
export type VideoDocuments = {
  video: PublishedVideo;
  project: PublishedProject | null;
  team: PublishedTeam | null;
};

/** Compiles what nginx may decide by itself. What it leaves out, the edge answers. */
export function compileFacts(
  channels: ReadonlyMap<string, Channel>,
  videos: readonly VideoDocuments[],
  place: FactsPlace,
): Facts {
  const facts: Facts = { hosts: {}, videos: {}, countries: [], ...place };
  const places = new Map<string, number>();
  for (const [host, channel] of channels) facts.hosts[host] = compileHost(channel);
  for (const documents of videos) {
    const compiled = compileVideo(documents, (lists) => {
      const text = JSON.stringify(lists);
      const place = places.get(text) ?? facts.countries.push(compileCountries(lists)) - 1;
      places.set(text, place);
      return place;
    });
    if (!compiled) continue;
    const sizes = place.isStoredHere ? compiled.sizes : {};
    facts.videos[compiled.key] = { ...compiled, sizes };
  }
  return facts;
}

/** Writes facts with a name of their version before all else, by which nginx sees that they are others. */
export function writeFacts(facts: Facts): string {
  const text = JSON.stringify(facts);
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return `{"version":"${version}",${text.slice(1)}`;
}

/** Names one version of a stream's playlists. */
export function nameTexts(stream: StreamDescription): string {
  const known = names.get(stream);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(JSON.stringify(stream)).digest('hex').slice(0, 24);
  names.set(stream, name);
  return name;
}

// An unchanged document keeps its identity.
const names = new WeakMap<StreamDescription, string>();

/** A stream whose files are all there, so that nothing has to be waited for. */
export function isWhole(video: PublishedVideo | null): video is WholeVideo {
  return video?.state === 'playable' && video.stream !== null && !video.stream.open;
}
export type WholeVideo = PublishedVideo & { stream: StreamDescription };

function compileHost(channel: Channel): HostFacts {
  const { channelId, teamId, website, signedUrl } = channel;
  const secrets: Record<string, string> = {};
  for (const [keyId, secret] of signedUrl.secrets) {
    // nginx takes a text; ours are letters and digits.
    if (secret.every((byte) => byte < 0x80)) {
      secrets[`key ${keyId}`] = Buffer.from(secret).toString('latin1');
    }
  }
  return {
    channelId,
    teamId,
    required: signedUrl.required,
    secrets,
    policy: website.policy,
    sites: toSet(website.domains.filter((domain) => !domain.startsWith('*.'))),
    sitesBelow: toSet(website.domains.flatMap((domain) => /^\*\.(.+)$/.exec(domain)?.[1] ?? [])),
    allowNoReferrer: website.allowNoReferrer,
  };
}

function compileVideo(
  { video, project, team }: VideoDocuments,
  placeCountries: (lists: PublishedCountries) => number,
): VideoFacts | null {
  if (!isWhole(video) || video.projectId === undefined || !project) return null;
  const { stream } = video;
  const lists = findCountries({ video, project, team });
  // One that nobody may watch, or whose rule is not known yet: the edge says so.
  if (lists === null || lists.allow[0]?.startsWith('XX')) return null;
  const isEverywhere = lists.allow.length === 0 && lists.deny.length === 0;
  const segments: VideoFacts['segments'] = {};
  for (const { id } of stream.video.filter((one) => isListed(stream, one))) {
    if (stream.videoSegments) segments[id] = segmentCount(stream.videoSegments);
  }
  for (const one of stream.audio.filter((each) => isListed(stream, each))) {
    segments[one.id] = segmentCount(one.segments);
  }
  return {
    key: video.videoKey,
    teamId: video.teamId,
    channels: toSet(project.channelIds),
    folder: stream.folder ?? stream.revisionKey,
    segments,
    sizes: Object.fromEntries(stream.progressive.map((file) => [file.height, file.sizeBytes])),
    hasDash: stream.deliveryModel !== 'classic',
    hasLicences: stream.encryption?.method === 'cbcs',
    texts: nameTexts(stream),
    countries: isEverywhere ? null : placeCountries(lists),
  };
}

function compileCountries({ allow, deny }: PublishedCountries): CountryFacts {
  return { hasAllowed: allow.length > 0, allow: toSet(allow), deny: toSet(deny) };
}

function toSet(names: readonly string[]): NameSet {
  return Object.fromEntries(names.map((name) => [name, 1]));
}
