import { z } from 'zod';
import { FairplayHdcp, WidevineHdcp, WidevineLevel } from './drm-outputs.ts';
import { EDGE_REASON_NAMES, isRuleReason } from './edge-reasons.ts';
import { JwtAlgorithm } from './jwt-algorithm.ts';
import { PlayerOptions } from './player-options.ts';
import { StreamDescription, type StreamEncryption } from './stream.ts';

// The edge knows the published documents alone. The server writes them to storage whenever something
// that a viewer may see changes, and names them in the list of changes; the edge keeps them until then.

/** `published/channels/{host}.json` is a playback channel, under each host that it answers at. */
export const PublishedChannel = z.object({
  version: z.literal(1),
  channelId: z.string(),
  teamId: z.string(),
  website: z.object({
    policy: z.enum(['allowAll', 'allowSome', 'blockSome']),
    /** The list of the policy: hosts, or `*.host` for all below one. */
    domains: z.array(z.string()),
    allowNoReferrer: z.boolean(),
  }),
  signedUrl: z.object({
    required: z.boolean(),
    acceptsArkV2: z.boolean(),
    /** Sealed with a key of the installation, which edges have: in base64. */
    keys: z.array(z.object({ keyId: z.string(), sealedSecret: z.string() })),
  }),
  /** Licences of the team's own DRM services are given here; those of ClearKey are everywhere. */
  hasDrm: z.literal(true).optional(),
});
export type PublishedChannel = z.infer<typeof PublishedChannel>;

/** Lists of countries; an empty list does not restrict (decisions, section 7). */
const CountryLists = z.object({ allow: z.array(z.string()), deny: z.array(z.string()) });
export type PublishedCountries = z.infer<typeof CountryLists>;

/**
 * The DRM services of a team. Sealed values are base64, encrypted with a key that the installation shares
 * with its edges, for the place that `getDrmPlace` names.
 */
export const PublishedDrm = z.object({
  fairplay: z
    .object({
      /** DER, in base64: players get it to write their requests. */
      certificate: z.string(),
      /** PKCS #8 in DER. */
      sealedPrivateKey: z.string(),
      /** The 16 bytes of the application secret key. */
      sealedAsk: z.string(),
      hdcp: FairplayHdcp,
    })
    .nullable(),
  widevine: z
    .object({
      licenseUrl: z.string(),
      provider: z.string(),
      /** An AES key of 32 bytes and its IV of 16, which sign requests. */
      sealedSigningKey: z.string(),
      sealedSigningIv: z.string(),
      emeLevel: WidevineLevel,
      hdcp: WidevineHdcp,
    })
    .nullable(),
  playready: z
    .object({
      licenseUrl: z.string(),
      /** 32 bytes, which seal the messages to the service about a viewer and the keys. */
      sealedSecret: z.string(),
    })
    .nullable(),
  /** The one host that players ask for licences; in lower case. Absent: each asks its own. */
  licenceHost: z.string().optional(),
});
export type PublishedDrm = z.infer<typeof PublishedDrm>;

/** Names the place that a secret of a team's DRM services is sealed for. */
export function getDrmPlace(
  teamId: string,
  kind:
    | 'fairplay private key'
    | 'fairplay ask'
    | 'widevine signing key'
    | 'widevine signing iv'
    | 'playready secret',
): string {
  return `drm ${kind} ${teamId}`;
}

/** `published/teams/{teamId}.json` has what many videos of a team share, so that one change is one write. */
export const PublishedTeam = z.object({
  version: z.literal(1),
  teamId: z.string(),
  /** Shown to viewers. */
  name: z.string(),
  /** By the id of the geo-blocking rule. */
  geoblockRules: z.record(z.string(), CountryLists),
  /** They check tokens for licences. */
  jwtKeys: z.array(
    z.object({
      keyId: z.string(),
      algorithm: JwtAlgorithm,
      /** SPKI in PEM. */
      publicKey: z.string(),
    }),
  ),
  drm: PublishedDrm.optional(),
});
export type PublishedTeam = z.infer<typeof PublishedTeam>;

/** `published/projects/{projectId}.json` has what the videos of a project share. */
export const PublishedProject = z.object({
  version: z.literal(1),
  projectId: z.string(),
  teamId: z.string(),
  /** Its videos play on these alone. */
  channelIds: z.array(z.string()),
  /** The rule for videos without one of their own. */
  geoblockRuleId: z.string(),
  /** Null: the standard player. */
  playerId: z.string().nullable(),
});
export type PublishedProject = z.infer<typeof PublishedProject>;

/** `published/players/{playerId}.json` */
export const PublishedPlayer = z.object({
  version: z.literal(1),
  playerId: z.string(),
  teamId: z.string(),
  /** Pictures of our own have a path, the same on every host. */
  options: PlayerOptions,
});
export type PublishedPlayer = z.infer<typeof PublishedPlayer>;

/** `published/videos/{videoKey}.json` */
export const PublishedVideo = z.object({
  version: z.literal(1),
  videoKey: z.string(),
  teamId: z.string(),
  title: z.string(),
  description: z.string(),
  /** `YYYY-MM-DD`: the day that the video's team states, or else that of its upload. */
  publishedDate: z.string().nullable(),
  /** `deleted` answers 410, `notReady` 404 with the reason video_not_ready, or video_failed. */
  state: z.enum(['playable', 'notReady', 'deleted']),
  /** For a video that is not ready: its file or encoding has failed, and work won't go on by itself. */
  isFailed: z.literal(true).optional(),
  /** Present whenever the state is `playable`. */
  stream: StreamDescription.nullable(),
  projectId: z.string(),
  /** Its own rule or lists; null where the project's rule applies. */
  geoblock: z.union([z.object({ ruleId: z.string() }), CountryLists]).nullable(),
});
export type PublishedVideo = z.infer<typeof PublishedVideo>;

/**
 * `published/keys/{revisionKey}/{keyId}.json` has the keys of one packaging of a protected stream, for
 * licences. It never changes: another packaging has other keys.
 */
export const PublishedKeys = z.object({
  version: z.literal(1),
  revisionKey: z.string(),
  packaging: z.int(),
  keys: z.array(
    z.object({
      keyId: z.string(),
      /** With the two fields above, the place that the key is sealed for. */
      kind: z.string(),
      /** Sealed with a key of the installation, which edges have: in base64. */
      sealedKey: z.string(),
    }),
  ),
});
export type PublishedKeys = z.infer<typeof PublishedKeys>;

/** `published/changes.json` lists the documents that have changed of late. */
export const ChangeList = z.object({
  version: z.literal(1),
  /** A later list has a greater number. */
  sequence: z.number().int(),
  /** The list names all that changed after the list of this number. */
  since: z.number().int(),
  /** Storage keys of documents, with the number of the list that named the last change first. */
  changes: z.record(z.string(), z.number().int()),
});
export type ChangeList = z.infer<typeof ChangeList>;

export const CHANGE_LIST_KEY = 'published/changes.json';

/** Storage key of a channel's document. `host` is lower case, with its port if any. */
export function getPublishedChannelKey(host: string): string {
  return `published/channels/${host.toLowerCase().replaceAll(':', '_')}.json`;
}

export function getPublishedTeamKey(teamId: string): string {
  return `published/teams/${teamId}.json`;
}

export function getPublishedProjectKey(projectId: string): string {
  return `published/projects/${projectId}.json`;
}

export function getPublishedPlayerKey(playerId: string): string {
  return `published/players/${playerId}.json`;
}

export function getPublishedVideoKey(videoKey: string): string {
  return `published/videos/${videoKey}.json`;
}

/** Below it lie the documents of all packagings of a revision. */
export function getPublishedKeysPrefix(revisionKey: string): string {
  return `published/keys/${revisionKey}/`;
}

/** Named by the keys themselves. */
export function getPublishedKeysKey(
  revisionKey: string,
  { videoKeyId, audioKeyId }: Extract<StreamEncryption, { method: 'cbcs' }>,
): string {
  return `${getPublishedKeysPrefix(revisionKey)}${videoKeyId ?? audioKeyId}.json`;
}

/** Why a viewer may not watch. */
export const RuleReason = z.enum(EDGE_REASON_NAMES.filter(isRuleReason));
export type RuleReason = z.infer<typeof RuleReason>;

/** Reasons why a viewer who may watch gets no licence. */
export type LicenceReason = Exclude<EdgeReason, RuleReason>;

export const EdgeReason = z.enum(EDGE_REASON_NAMES);
export type EdgeReason = z.infer<typeof EdgeReason>;
