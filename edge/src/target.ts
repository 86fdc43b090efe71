import {
  CERTIFICATE_PATH,
  type KeySystem,
  LICENCE_PATHS,
  PLAYBACK_REPORT_PATH,
  type StreamTarget,
} from '@kinora/manifests/addresses';
import { parseStreamPath } from '@kinora/manifests/parse-address';
import { parsePicturePath } from '@kinora/manifests/picture-address';
import { type EmbedOptions, findOnlyParameter, parseEmbedOptions } from './embed-options.ts';

/** The target of a request's address. Its keys have been checked, and may stand in storage keys. */
export type Target =
  | StreamTarget
  | {
      kind: 'embedPage' | 'watchPage';
      videoKey: string;
      language: string | null;
      options: EmbedOptions;
    }
  | { kind: 'playerSettings'; videoKey: string; options: EmbedOptions }
  | { kind: 'oembed'; query: string }
  | { kind: 'playerFile'; fileName: string }
  | { kind: 'playerPicture'; pictureId: string }
  | { kind: 'adFrame' }
  | {
      kind: 'licence';
      videoKey: string;
      system: KeySystem;
      session: string | null;
      cameBy: string | null;
    }
  | { kind: 'leaseRelease'; videoKey: string; session: string }
  /** `cameBy`: the host whose rules hold, where the team's licences are given at another one. */
  | { kind: 'certificate'; videoKey: string; cameBy: string | null }
  | { kind: 'playbackReport'; videoKey: string }
  /** Belongs to no video: a person has opened the bare address of the edge. */
  | { kind: 'home' }
  | { kind: 'channel' | 'health' | 'readiness' | 'metrics' };

const KEY = '([A-Za-z0-9_-]{1,64})';
const VIDEO_PARAMETER = new RegExp(`^video=${KEY}$`);
/** A player names by it the playback that a licence is for. */
const SESSION_PARAMETER = /^session=([A-Za-z0-9_-]{16,64})$/;
const HOST_PARAMETER = /^host=([a-z0-9.-]{1,253}(?::[0-9]{1,5})?)$/;
const PAGE = new RegExp(`^/(embed|watch)/${KEY}$`);
const PLAYER = /^\/player\/([A-Za-z0-9._/-]{1,200})$/;

/** A player that stops says so here: the viewer's next device need not wait. */
const RELEASE_PATH = '/licenses/release';

/** The page in which the player plays ads. */
const AD_FRAME_PATH = '/ads/frame';

/** RFC 8615: says which channel answers at a host, so that a team can check where a name leads. */
export const CHANNEL_PATH = '/.well-known/kinora-channel';

/**
 * Reads a raw request target: the inverse of `createAddress`. Each resource has one spelling: a path
 * that is percent-encoded, has dot segments, empty segments or a scheme matches nothing, so that a
 * later signature over the path and a cache in front see the same text as we do.
 */
export function parseTarget(rawUrl: string): Target | null {
  const mark = rawUrl.indexOf('?');
  const path = mark < 0 ? rawUrl : rawUrl.slice(0, mark);
  const query = mark < 0 ? '' : rawUrl.slice(mark + 1);
  if (path.startsWith('/streams/')) return parseStreamPath(path, query);
  const [, page, videoKey] = PAGE.exec(path) ?? [];
  if (videoKey !== undefined) {
    const options = parseEmbedOptions(query);
    if (findOnlyParameter(query, 'format') === 'json') {
      return { kind: 'playerSettings', videoKey, options };
    }
    const kind = page === 'watch' ? 'watchPage' : 'embedPage';
    const language = findOnlyParameter(query, 'lang');
    return { kind, videoKey, language, options };
  }
  if (path.startsWith('/licenses/')) return parseLicencePath(path, query);
  if (path === PLAYBACK_REPORT_PATH) {
    const videoKey = findNamedVideo(query);
    return videoKey === null ? null : { kind: 'playbackReport', videoKey };
  }
  if (path === '/oembed') return { kind: 'oembed', query };
  if (path === AD_FRAME_PATH) return { kind: 'adFrame' };
  const player = PLAYER.exec(path);
  if (player?.[1]) return { kind: 'playerFile', fileName: player[1] };
  const pictureId = parsePicturePath(path);
  if (pictureId !== null) return { kind: 'playerPicture', pictureId };
  if (path === CHANNEL_PATH) return { kind: 'channel' };
  if (rawUrl === '/') return { kind: 'home' };
  if (path === '/healthz') return { kind: 'health' };
  if (path === '/readyz') return { kind: 'readiness' };
  if (path === '/metrics') return { kind: 'metrics' };
  return null;
}

const SYSTEMS = new Map<string, KeySystem>(
  (Object.keys(LICENCE_PATHS) as KeySystem[]).map((system) => [LICENCE_PATHS[system], system]),
);

/** Null where no video is named, or several are. */
function findNamedVideo(query: string): string | null {
  const named = query.split('&').flatMap((part) => VIDEO_PARAMETER.exec(part) ?? []);
  return named.length === 2 ? (named[1] ?? null) : null;
}

function parseLicencePath(path: string, query: string): Target | null {
  const videoKey = findNamedVideo(query);
  if (videoKey === null) return null;
  const cameBy = findOptional(query, 'host', HOST_PARAMETER);
  const session = findOptional(query, 'session', SESSION_PARAMETER);
  if (cameBy === undefined || session === undefined) return null;
  if (path === CERTIFICATE_PATH) return { kind: 'certificate', videoKey, cameBy };
  if (path === RELEASE_PATH) {
    return session === null ? null : { kind: 'leaseRelease', videoKey, session };
  }
  const system = SYSTEMS.get(path);
  return system ? { kind: 'licence', videoKey, system, session, cameBy } : null;
}

/** Null when none is named; undefined when it is invalid or repeated. */
function findOptional(query: string, name: string, form: RegExp): string | null | undefined {
  const named = query.split('&').filter((part) => part.startsWith(`${name}=`));
  if (named.length === 0) return null;
  return named.length === 1 ? form.exec(named[0] ?? '')?.[1] : undefined;
}
