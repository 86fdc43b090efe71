/** What a request's address asks for. Keys in it have been checked, and can be put into storage keys. */
export type Target =
  | { kind: 'multivariantPlaylist'; videoKey: string }
  | { kind: 'mediaPlaylist'; videoKey: string; revisionKey: string; renditionId: string }
  | {
      kind: 'segment';
      videoKey: string;
      revisionKey: string;
      renditionId: string;
      fileName: string;
      /** 0 for the init segment, else from 1. */
      number: number;
    }
  | { kind: 'cover'; videoKey: string; width: number | null }
  | { kind: 'revisionCover'; videoKey: string; revisionKey: string; width: number }
  | { kind: 'embedPage'; videoKey: string; language: string | null }
  | { kind: 'playerFile'; fileName: string }
  | { kind: 'health' | 'readiness' | 'metrics' };

const KEY = '([A-Za-z0-9_-]{1,64})';
const RENDITION = '([av][0-9a-z-]{1,30})';
const SEGMENT = new RegExp(
  `^/streams/${KEY}/${KEY}/${RENDITION}/(init\\.mp4|([1-9][0-9]{0,6})\\.m4s)$`,
);
const MULTIVARIANT = new RegExp(`^/streams/${KEY}/playlist\\.m3u8$`);
const MEDIA = new RegExp(`^/streams/${KEY}/${KEY}/${RENDITION}\\.m3u8$`);
const COVER = new RegExp(`^/streams/${KEY}/cover\\.jpg$`);
const REVISION_COVER = new RegExp(`^/streams/${KEY}/${KEY}/cover-([1-9][0-9]{0,4})\\.jpg$`);
const EMBED = new RegExp(`^/embed/${KEY}$`);
const PLAYER = /^\/player\/([A-Za-z0-9._/-]{1,200})$/;

/**
 * Reads a raw request target. Each resource has one spelling: what is percent-encoded, has dot
 * segments, empty segments or a scheme matches nothing, so that a later signature over the path
 * and a cache in front see the same text as we do. Null when nothing is there.
 */
export function parseTarget(rawUrl: string): Target | null {
  const mark = rawUrl.indexOf('?');
  const path = mark < 0 ? rawUrl : rawUrl.slice(0, mark);
  const query = mark < 0 ? '' : rawUrl.slice(mark + 1);
  if (path.startsWith('/streams/')) return parseStreamPath(path, query);
  const embed = EMBED.exec(path);
  if (embed?.[1]) {
    return { kind: 'embedPage', videoKey: embed[1], language: onlyParameter(query, 'lang') };
  }
  const player = PLAYER.exec(path);
  if (player?.[1]) return { kind: 'playerFile', fileName: player[1] };
  if (path === '/healthz') return { kind: 'health' };
  if (path === '/readyz') return { kind: 'readiness' };
  if (path === '/metrics') return { kind: 'metrics' };
  return null;
}

function parseStreamPath(path: string, query: string): Target | null {
  const [, videoKey, revisionKey, renditionId, fileName, number] = SEGMENT.exec(path) ?? [];
  if (videoKey && revisionKey && renditionId && fileName) {
    const n = number === undefined ? 0 : Number(number);
    return { kind: 'segment', videoKey, revisionKey, renditionId, fileName, number: n };
  }
  const multivariant = MULTIVARIANT.exec(path);
  if (multivariant?.[1]) return { kind: 'multivariantPlaylist', videoKey: multivariant[1] };
  const media = MEDIA.exec(path);
  if (media?.[1] && media[2] && media[3]) {
    const [, mediaVideoKey, mediaRevisionKey, mediaRenditionId] = media;
    return {
      kind: 'mediaPlaylist',
      videoKey: mediaVideoKey,
      revisionKey: mediaRevisionKey,
      renditionId: mediaRenditionId,
    };
  }
  const cover = COVER.exec(path);
  if (cover?.[1]) return parseCover(cover[1], query);
  const sized = REVISION_COVER.exec(path);
  if (sized?.[1] && sized[2] && sized[3]) {
    return {
      kind: 'revisionCover',
      videoKey: sized[1],
      revisionKey: sized[2],
      width: Number(sized[3]),
    };
  }
  return null;
}

function parseCover(videoKey: string, query: string): Target | null {
  const widths = new URLSearchParams(query).getAll('width');
  const [width] = widths;
  if (width === undefined) return { kind: 'cover', videoKey, width: null };
  if (widths.length > 1 || !/^[1-9][0-9]{0,4}$/.test(width)) return null;
  return { kind: 'cover', videoKey, width: Number(width) };
}

function onlyParameter(query: string, name: string): string | null {
  const values = new URLSearchParams(query).getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
