import type {
  RuleReason,
  PublishedChannel,
  PublishedProject,
  PublishedTeam,
  PublishedVideo,
} from '@kinora/contract/published';

/** The address of a request, which is the same for everyone. */
export type Requested = {
  /** The folder of the plan that the address names; null where it names none. */
  folder: string | null;
  /** In lower case, with its port if any. */
  host: string;
  /** All of the video's stream lies below it. */
  videoPath: string;
  /** A page that shows the video. */
  isPage: boolean;
  /** A page, or a file that leads to all of the stream. */
  isMain: boolean;
  /** Paths of the files that lead here, and no further than this one's sisters. */
  listedBy: readonly string[];
  /** As it was sent; each resource has one spelling. */
  path: string;
  /** As it was sent, without the mark. */
  query: string;
};

/** The known facts of a viewer. Only `judge` of a viewer rule gets them. */
export type Viewer = {
  /** Unix time. */
  atMs: number;
  /** As `chooseReferrer` says; null when the request names no website. */
  referrer: string | null;
  /** An IPv4 or IPv6 address; null when none is known. */
  address: string | null;
  /** A trusted proxy states something other than an address. */
  isAddressUnreadable: boolean;
  userAgent: string | null;
  /** A signature that an earlier answer has left, written as a query; null without one. */
  cookie: string | null;
  /** ISO 3166-1 alpha-2; null when it can't be told. */
  findCountry: () => string | null;
};

/** A channel with its URL signing keys opened. */
export type Channel = Omit<PublishedChannel, 'signedUrl'> & {
  signedUrl: Omit<PublishedChannel['signedUrl'], 'keys'> & {
    /** By key id. */
    secrets: ReadonlyMap<string, Uint8Array>;
  };
};

/** The documents of a channel and of a video of its team, with what its project and team say. */
export type Found = {
  channel: Channel;
  video: PublishedVideo;
  project: PublishedProject | null;
  team: PublishedTeam | null;
};

/** Unix time from which on it may be another one: no cache keeps an answer beyond it. */
type Ending = { untilMs?: number };
export type Allowed = { verdict: 'allowed' } & Ending;
/** No cache keeps a refusal. */
export type Refused = { verdict: 'refused'; reason: RuleReason };
export type Finding = Allowed | Refused | ({ verdict: 'notApplicable' } & Ending);

/** An answer may be shown to everyone, to all who have its address, or to one viewer. */
export type HoldsFor = 'public' | 'address' | 'viewer';

/** A signature that lets a viewer watch a stream, or see a part of it. */
export type Pass = {
  /** Query parameters that addresses in the answer carry on. */
  suffix: string;
  /** Seconds until it ends, for which its cookie is left. */
  leftSec: number;
  /** The console's own, and no key of a channel's. */
  isOfTeam: boolean;
  /** The signature covers the whole stream. */
  isOfStream: boolean;
};

export type DocumentRule = {
  name: string;
  looksAt: 'documents';
  /** `atMs` is the time of the request. */
  judge: (found: Found, requested: Requested, atMs: number) => Finding;
};

/** Its decisions hold for that viewer alone, unless it says that they are the address's. */
export type ViewerRule = {
  name: string;
  looksAt: 'viewer';
  /** Decides without the viewer: an answer in which this rule has no part is everyone's. */
  appliesTo: (found: Found, requested: Requested) => boolean;
  judge: (
    found: Found,
    requested: Requested,
    viewer: Viewer,
  ) => (Allowed & { pass?: Pass; holdsFor?: 'address' }) | Refused;
};

export type Rule = DocumentRule | ViewerRule;

export const ALLOWED: Allowed = { verdict: 'allowed' };
export const NOT_APPLICABLE: Finding = { verdict: 'notApplicable' };

export function refuse(reason: RuleReason): Refused {
  return { verdict: 'refused', reason };
}
