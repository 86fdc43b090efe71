import {
  CERTIFICATE_PATH,
  type KeySystem,
  LICENCE_PATHS,
  PLAYBACK_REPORT_PATH,
  type StreamTarget,
} from '@kinora/manifests/addresses';
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
  | { kind: 'channel' | 'health' | 'readiness' | 'metrics' };

const KEY = '([A-Za-z0-9_-]{1,64})';
const RENDITION = '([av][0-9a-z-]{1,30})';
const SEGMENT = new RegExp(
  `^/streams/${KEY}/${KEY}/${RENDITION}/(?:init\\.mp4|([1-9][0-9]{0,6})\\.m4s)$`,
);
/** `/streams/{videoKey}/{file}` */
const OF_VIDEO = new RegExp(`^/streams/${KEY}/([a-z0-9]{1,16}\\.[a-z0-9]{3,4})$`);
const PROGRESSIVE = /^([1-9][0-9]{1,4})p\.mp4$/;
/** `/streams/{videoKey}/{folder}/{file}` */
const OF_FOLDER = new RegExp(`^/streams/${KEY}/${KEY}/([a-z0-9-]{1,48}\\.[a-z0-9]{3,4})$`);
const MEDIA = new RegExp(`^${RENDITION}\\.m3u8$`);
const I_FRAMES = /^(v[0-9a-z-]{1,30})-iframes\.m3u8$/;
const STORYBOARD = /^storyboard\.(json|vtt)$/;
const SHEET = /^storyboard-([1-9][0-9]{0,5})\.jpg$/;
const REVISION_COVER = /^cover-([1-9][0-9]{0,4})\.jpg$/;
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

/** Null where none is named; undefined for what is none, or several. */
function findOptional(query: string, name: string, form: RegExp): string | null | undefined {
  const named = query.split('&').filter((part) => part.startsWith(`${name}=`));
  if (named.length === 0) return null;
  return named.length === 1 ? form.exec(named[0] ?? '')?.[1] : undefined;
}

function parseStreamPath(path: string, query: string): Target | null {
  const [, videoKey, folder, renditionId, number] = SEGMENT.exec(path) ?? [];
  if (videoKey && folder && renditionId) {
    const n = number === undefined ? 0 : Number(number);
    return { kind: 'segment', videoKey, folder, renditionId, number: n };
  }
  const ofVideo = OF_VIDEO.exec(path);
  if (ofVideo?.[1] && ofVideo[2]) return parseFileOfVideo(ofVideo[1], ofVideo[2], query);
  const ofFolder = OF_FOLDER.exec(path);
  if (ofFolder?.[1] && ofFolder[2] && ofFolder[3]) {
    return parseFileOfFolder(ofFolder[1], ofFolder[2], ofFolder[3]);
  }
  return null;
}

function parseFileOfVideo(videoKey: string, file: string, query: string): Target | null {
  if (file === 'playlist.m3u8') return { kind: 'multivariantPlaylist', videoKey };
  if (file === 'manifest.mpd') return { kind: 'dashManifest', videoKey };
  if (file === 'cover.jpg') return parseCover(videoKey, query);
  const height = PROGRESSIVE.exec(file)?.[1];
  return height ? { kind: 'progressiveFile', videoKey, height: Number(height) } : null;
}

function parseFileOfFolder(videoKey: string, folder: string, file: string): Target | null {
  const keys = { videoKey, folder };
  const pictured = I_FRAMES.exec(file)?.[1];
  if (pictured) return { kind: 'iFramePlaylist', ...keys, renditionId: pictured };
  const renditionId = MEDIA.exec(file)?.[1];
  if (renditionId) return { kind: 'mediaPlaylist', ...keys, renditionId };
  const width = REVISION_COVER.exec(file)?.[1];
  if (width) return { kind: 'revisionCover', ...keys, width: Number(width) };
  const sheet = SHEET.exec(file)?.[1];
  if (sheet) return { kind: 'storyboardSheet', ...keys, sheet: Number(sheet) };
  const format = STORYBOARD.exec(file)?.[1];
  return format === 'json' || format === 'vtt' ? { kind: 'storyboard', ...keys, format } : null;
}

function parseCover(videoKey: string, query: string): Target | null {
  const widths = new URLSearchParams(query).getAll('width');
  const [width] = widths;
  if (width === undefined) return { kind: 'cover', videoKey, width: null };
  if (widths.length > 1 || !/^[1-9][0-9]{0,4}$/.test(width)) return null;
  return { kind: 'cover', videoKey, width: Number(width) };
}
