import type { StreamTarget } from './addresses.ts';

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

/**
 * Reads the path of a request below `/streams/` and its query, unsigned or signed: the inverse of `createAddress`.
 * Each resource has one spelling.
 */
export function parseStreamPath(path: string, query: string): StreamTarget | null {
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

function parseFileOfVideo(videoKey: string, file: string, query: string): StreamTarget | null {
  if (file === 'playlist.m3u8') return { kind: 'multivariantPlaylist', videoKey };
  if (file === 'manifest.mpd') return { kind: 'dashManifest', videoKey };
  if (file === 'cover.jpg') return parseCover(videoKey, query);
  const height = PROGRESSIVE.exec(file)?.[1];
  return height ? { kind: 'progressiveFile', videoKey, height: Number(height) } : null;
}

function parseFileOfFolder(videoKey: string, folder: string, file: string): StreamTarget | null {
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

function parseCover(videoKey: string, query: string): StreamTarget | null {
  const widths = new URLSearchParams(query).getAll('width');
  const [width] = widths;
  if (width === undefined) return { kind: 'cover', videoKey, width: null };
  if (widths.length > 1 || !/^[1-9][0-9]{0,4}$/.test(width)) return null;
  return { kind: 'cover', videoKey, width: Number(width) };
}
